import type { Context } from 'hono';
import { z } from 'zod';
import { type SubscriptionTier, subscriptionTiers } from '#contract/prices.ts';
import { withBody } from '#server/http/body.ts';
import type { App, RequestVariables } from '#server/http/mount.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { RunAct } from '../act.ts';
import { orderOf } from '../acts/checkout.ts';
import type { Controls } from '../controls.ts';
import { StandInError } from '../errors.ts';
import { tierOfPrice } from '../objects/catalogue.ts';
import { tierOf } from '../objects/subscription.ts';
import type { Subscription } from '../wire.ts';
import { checkoutPage, successUrl } from './checkout-page.ts';
import { isSameOrigin, mayReach, type Reach } from './guard.ts';
import { type Markup, missingPage, refusedPage } from './layout.ts';
import { panelPage } from './panel-page.ts';
import {
  cancelPage,
  changePage,
  isPortalNews,
  type PortalNews,
  type PortalView,
  portalPage,
} from './portal-page.ts';
import { pageStyle } from './style.ts';
import { readPanel, readPortal } from './views.ts';

type Page = Context<{ Variables: RequestVariables }>;
const panelPath = '/dev/billing';

const id = z.string().regex(/^\w{1,200}$/);
const CheckoutChoice = z.object({ choice: z.enum(['pay', 'decline', 'slow']) });
const PortalDeed = z.discriminatedUnion('do', [
  z.object({ do: z.literal('change'), subscription: id, tier: z.enum(subscriptionTiers) }),
  z.object({ do: z.enum(['keep', 'cancel', 'resume']), subscription: id }),
  z.object({ do: z.literal('card'), card: z.enum(['good', 'failing']) }),
  z.object({ do: z.literal('pay'), invoice: id }),
]);
type PortalDeed = z.infer<typeof PortalDeed>;
const PanelDeed = z.discriminatedUnion('do', [
  z.object({ do: z.enum(['next', 'fail']), customer: id }),
  z.object({ do: z.literal('days'), customer: id, days: z.coerce.number().int().min(1).max(400) }),
  z.object({ do: z.literal('refund'), charge: id, cents: z.coerce.number().int().min(1).max(99_999_999) }),
  z.object({ do: z.literal('dispute'), charge: id }),
  z.object({ do: z.literal('close'), dispute: id, end: z.enum(['won', 'lost']) }),
  z.object({ do: z.literal('settle'), checkout: id, outcome: z.enum(['arrives', 'fails']) }),
  z.object({ do: z.enum(['hold', 'release']) }),
  z.object({ do: z.literal('send'), event: id }),
  z.object({ do: z.literal('replay'), order: z.enum(['reverse', 'shuffled']) }),
]);
type PanelDeed = z.infer<typeof PanelDeed>;

export function createPages(deps: { standIn: Controls; run: RunAct; reach: Reach }): (app: App) => void {
  const { standIn, run, reach } = deps;

  async function form<T>(context: Page, schema: z.ZodType<T>): Promise<T> {
    if (!isSameOrigin(context)) throw new Refusal('forbidden');
    const given = schema.safeParse(await context.req.parseBody());
    if (!given.success) throw new Refusal('invalidRequest');
    return given.data;
  }

  async function act(context: Page, back: string, deed: () => Promise<string>): Promise<Response> {
    try {
      return context.redirect(await deed(), 303);
    } catch (error) {
      if (!(error instanceof StandInError)) throw error;
      return context.html(refusedPage(error.message, back), 400);
    }
  }

  const portalOf = (context: Page): Promise<PortalView | null> => {
    const secret = context.req.param('secret') ?? '';
    return run((one) => readPortal(one, secret));
  };
  const ownSubscription = (view: PortalView, wanted: string | undefined): Subscription | undefined =>
    view.subscriptions.find(({ subscription }) => subscription.id === wanted)?.subscription;

  async function portalDeed(view: PortalView, deed: PortalDeed): Promise<PortalNews> {
    if (deed.do === 'card') {
      await standIn.card(view.customer.id, deed.card);
      return 'card';
    }
    if (deed.do === 'pay') {
      if (!view.invoices.some((invoice) => invoice.id === deed.invoice)) throw new Refusal('notFound');
      return (await standIn.payInvoice(deed.invoice)) ? 'paid' : 'declined';
    }
    const subscription = ownSubscription(view, deed.subscription);
    if (subscription === undefined) throw new Refusal('notFound');
    if (deed.do === 'change') return changeTo(subscription, deed.tier);
    if (deed.do === 'keep') await standIn.keepPlan(subscription.id);
    else if (deed.do === 'cancel') await standIn.cancel(subscription.id);
    else await standIn.resume(subscription.id);
    return ({ keep: 'kept', cancel: 'cancelled', resume: 'resumed' } as const)[deed.do];
  }

  async function changeTo(subscription: Subscription, tier: SubscriptionTier): Promise<PortalNews> {
    try {
      return tierOf(await standIn.changePlan(subscription.id, tier)) === tier ? 'changed' : 'waits';
    } catch (error) {
      if (error instanceof StandInError && error.status === 402) return 'declined';
      throw error;
    }
  }

  const panelDeeds: {
    [Name in PanelDeed['do']]: (deed: Extract<PanelDeed, { do: Name }>) => Promise<unknown>;
  } = {
    next: ({ customer }) => standIn.nextCycle(customer),
    fail: ({ customer }) => standIn.failNextPayment(customer),
    days: async ({ customer, days }) => {
      const to = (await standIn.now(customer)).getTime() + days * 86_400_000;
      await standIn.advance(customer, new Date(to));
    },
    refund: async ({ charge, cents }) => standIn.refund(await intentOf(charge), cents),
    dispute: async ({ charge }) => standIn.dispute(await intentOf(charge)),
    close: ({ dispute, end }) => standIn.closeDispute(dispute, end),
    settle: ({ checkout, outcome }) => standIn.settle(checkout, outcome),
    hold: () => standIn.hold(),
    release: () => standIn.release(),
    send: ({ event }) => standIn.deliver({ again: true, only: [event] }),
    replay: ({ order }) => standIn.deliver({ again: true, order }),
  };
  const intentOf = (chargeId: string): Promise<string> =>
    run(async (one) => (await one.objects.get('charge', chargeId, 'charge')).payment_intent ?? '');

  const missing = (context: Page): Response | Promise<Response> => context.html(missingPage(), 404);
  const show = (context: Page, markup: Markup): Response | Promise<Response> => context.html(markup);

  return (app) => {
    const limited = withBody(16 * 1024);
    app.use(`${panelPath}/*`, async (context, next) => {
      if (!mayReach(context, reach)) throw new Refusal('notFound');
      context.header('cache-control', 'no-store');
      await next();
    });
    app.get(`${panelPath}/style.css`, (context) =>
      context.body(pageStyle, 200, { 'content-type': 'text/css; charset=utf-8' }),
    );

    app.get(panelPath, async (context) => show(context, panelPage(await run(readPanel))));
    app.post(panelPath, limited, async (context) => {
      const deed = await form(context, PanelDeed);
      return act(context, panelPath, async () => {
        // biome-ignore lint/plugin: TypeScript does not see that the deed chooses its own function.
        await (panelDeeds[deed.do] as (given: PanelDeed) => Promise<unknown>)(deed);
        return panelPath;
      });
    });

    app.get(`${panelPath}/checkout/:checkout`, async (context) => {
      const checkout = await run(async (one) => {
        const session = await one.objects.find('checkout.session', context.req.param('checkout'));
        return session === null ? null : { session, order: await orderOf(one, session.id) };
      });
      if (checkout === null) return missing(context);
      return show(
        context,
        checkoutPage(checkout.session, checkout.order, context.req.query('declined') !== undefined),
      );
    });
    app.post(`${panelPath}/checkout/:checkout`, limited, async (context) => {
      const { choice } = await form(context, CheckoutChoice);
      const checkoutId = context.req.param('checkout');
      const path = `${panelPath}/checkout/${encodeURIComponent(checkoutId)}`;
      return act(context, path, async () => {
        const session =
          choice === 'decline'
            ? await standIn.decline(checkoutId)
            : await standIn.pay(checkoutId, { slowly: choice === 'slow' });
        return session.status === 'complete' ? successUrl(session) : `${path}?declined`;
      });
    });

    app.get(`${panelPath}/portal/:secret`, async (context) => {
      const view = await portalOf(context);
      if (view === null) return missing(context);
      const { flow } = view.session;
      const told = context.req.query('news') ?? '';
      const news = isPortalNews(told) ? told : null;
      if (flow !== null && news === null && context.req.query('home') === undefined) {
        const { subscription_update_confirm: confirm } = flow;
        const tier = tierOfPrice(confirm?.items[0]?.price ?? '');
        const wanted = ownSubscription(view, confirm?.subscription);
        if (wanted !== undefined && tier !== null && tierOf(wanted) !== tier)
          return context.redirect(`${view.path}/change?subscription=${wanted.id}&tier=${tier}`, 303);
      }
      return show(context, portalPage(view, news));
    });
    app.get(`${panelPath}/portal/:secret/:step{change|cancel}`, async (context) => {
      const view = await portalOf(context);
      const subscription =
        view === null ? undefined : ownSubscription(view, context.req.query('subscription'));
      if (view === null || subscription === undefined) return missing(context);
      if (context.req.param('step') === 'cancel') return show(context, cancelPage(view, subscription));
      const tier = subscriptionTiers.find((one) => one === context.req.query('tier'));
      if (tier === undefined || tier === tierOf(subscription)) return missing(context);
      return show(context, changePage(view, { subscription, tier }));
    });
    app.post(`${panelPath}/portal/:secret`, limited, async (context) => {
      const deed = await form(context, PortalDeed);
      const view = await portalOf(context);
      if (view === null) return missing(context);
      return act(context, `${view.path}?home`, async () => {
        const news = await portalDeed(view, deed);
        const after = view.session.flow?.after_completion;
        const isDone = news === 'changed' || news === 'waits' || news === 'cancelled';
        return isDone && after?.type === 'redirect' && after.redirect
          ? after.redirect.return_url
          : `${view.path}?news=${news}`;
      });
    });
  };
}
