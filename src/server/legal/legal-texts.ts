import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LegalText } from '#contract/legal.ts';
import { type LegalName, legalNames, legalSlot } from '#contract/pages.ts';
import type { Config } from '#server/platform/config.ts';
import { StartError } from '#server/platform/start-error.ts';
import { LegalTextProblem, legalHtml, readLegalMarkdown } from './markdown.ts';
import { privacyTemplate, privatePrivacyText, privateTermsText, termsTemplate } from './templates.ts';

type LegalSettings = Pick<
  Config,
  'operator' | 'legalFolder' | 'speech' | 'notes' | 'cognito' | 'mail' | 'stripe' | 'trackers' | 'limits'
>;

export const operatorSettings = [
  'OPERATOR_NAME',
  'OPERATOR_ADDRESS',
  'OPERATOR_EMAIL',
  'OPERATOR_COUNTRY',
  'OPERATOR_LAW',
] as const;

const fileOf = (folder: string, name: LegalName) => join(folder, `${name}.md`);

function ownText(folder: string | null, name: LegalName): LegalText | null {
  if (folder === null) return null;
  const file = fileOf(folder, name);
  if (!existsSync(file)) return null;
  try {
    return readLegalMarkdown(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof LegalTextProblem) throw new StartError(`LEGAL_DIR: ${file} ${error.message}`);
    throw new StartError(`LEGAL_DIR: ${file} cannot be read.`);
  }
}

const isService = (url: string | null): url is string => url !== null && url !== 'auto';

const hostOf = (url: string) => new URL(url).host;

function servicesInWords({ speech, notes, cognito, mail, stripe, trackers }: LegalSettings): string {
  const services = [
    isService(speech.url) ? `a speech service at ${hostOf(speech.url)}` : null,
    isService(notes.url) ? `a notes service at ${hostOf(notes.url)}` : null,
    cognito === null ? null : 'Amazon Cognito for signing in',
    mail.smtpUrl === null ? null : `an email service at ${hostOf(mail.smtpUrl)}`,
    stripe === null ? null : 'Stripe for payments',
    trackers.analytics === null ? null : 'Google Analytics',
    trackers.ads === null ? null : 'Meta (ads)',
    trackers.referral === null ? null : 'PromoteKit (partners)',
  ].filter((service) => service !== null);
  return services.length === 0
    ? 'All processing happens on this server: it sends your data to no other service unless you tell it to.'
    : `This server uses: ${services.join('; ')}. All other work is done on the server itself.`;
}

const daysOf = (count: number) => `${count} ${count === 1 ? 'day' : 'days'}`;

function textOf(name: LegalName, settings: LegalSettings): LegalText | null {
  const own = ownText(settings.legalFolder, name);
  if (own !== null || name === 'cookies') return own;
  const { operator, limits } = settings;
  const values: Readonly<Record<string, string>> = {
    ...operator,
    services: servicesInWords(settings),
    audioDays:
      limits.audioDays === 0
        ? 'as soon as it is transcribed'
        : `${daysOf(limits.audioDays)} after its latest analysis`,
    uploadDays: daysOf(limits.openUploadDays),
  };
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (gap, key: string) => values[key] ?? gap);
  const templates =
    operator === null
      ? { terms: privateTermsText, privacy: privatePrivacyText }
      : { terms: termsTemplate, privacy: privacyTemplate };
  return readLegalMarkdown(templates[name], fill);
}

function isComplete({ operator, legalFolder }: LegalSettings): boolean {
  const own = (name: LegalName) => legalFolder !== null && existsSync(fileOf(legalFolder, name));
  return operator !== null || (own('terms') && own('privacy'));
}

/** What is missing for taking payments; null: nothing. `isLive`: real money. */
export function legalProblem(settings: LegalSettings): { message: string; isLive: boolean } | null {
  if (settings.stripe === null || isComplete(settings)) return null;
  const isLive = /^(sk|rk)_live_/.test(settings.stripe.secretKey);
  return {
    isLive,
    message: `STRIPE_SECRET_KEY takes ${isLive ? 'real money' : 'payments (in Stripe’s test mode)'}, but the terms and the privacy policy do not name the operator. Set ${operatorSettings.join(', ')}, or put terms.md and privacy.md into the folder set in LEGAL_DIR.`,
  };
}

export type LegalTexts = ReturnType<typeof openLegalTexts>;

/** R2.10. @throws StartError if a text of the operator cannot be shown */
export function openLegalTexts(settings: LegalSettings) {
  const texts = new Map(legalNames.map((name) => [name, textOf(name, settings)]));
  return {
    text: (name: LegalName): LegalText | null => texts.get(name) ?? null,
    fill: (html: string) =>
      legalNames.reduce((filled, name) => {
        const [before, rest] = filled.split(legalSlot.start(name));
        if (before === undefined || rest === undefined) return filled;
        const [own = '', ...after] = rest.split(legalSlot.end);
        const text = texts.get(name) ?? null;
        return before + (text === null ? own : legalHtml(text)) + after.join(legalSlot.end);
      }, html),
  };
}
