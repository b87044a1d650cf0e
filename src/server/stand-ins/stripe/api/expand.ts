import type { Act } from '../act.ts';
import { badRequest } from '../errors.ts';
import { priceOf, productOf, tierOfPrice, tierOfProduct } from '../objects/catalogue.ts';

type Json = Record<string, unknown>;

const deepest = 4;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const list = (data: unknown[], url: string): Json => ({ object: 'list', data, has_more: false, url });

async function included(act: Act, owner: Json, name: string): Promise<Json | null> {
  const id = String(owner.id);
  if (owner.object === 'checkout.session' && name === 'line_items') {
    const order = await act.objects.get('stand_in.order', `order_${id}`);
    return list(order.lines, `/v1/checkout/sessions/${id}/line_items`);
  }
  if (owner.object === 'invoice' && name === 'payments')
    return list(await act.objects.all('invoice_payment', { invoice: id }), `/v1/invoices/${id}/payments`);
  if (owner.object === 'charge' && name === 'refunds')
    return list((await act.objects.all('refund', { charge: id })).reverse(), `/v1/charges/${id}/refunds`);
  return null;
}

async function byId(act: Act, id: string): Promise<Json | null> {
  const price = tierOfPrice(id);
  if (price !== null) return { ...priceOf(price) };
  const product = tierOfProduct(id);
  if (product !== null) return { ...productOf(product) };
  const found = await act.objects.findAny(id);
  return found === null || found.object.startsWith('stand_in.') ? null : { ...found };
}

async function expandPath(act: Act, value: Json, path: readonly string[], whole: string): Promise<Json> {
  const [name = '', ...rest] = path;
  const refuse = () => badRequest(`This property cannot be expanded (${whole.slice(0, 100)}).`, 'expand');
  if (name === 'data' && Array.isArray(value.data)) {
    const data: unknown[] = [];
    for (const entry of value.data)
      data.push(isObject(entry) ? await expandPath(act, entry, rest, whole) : entry);
    return { ...value, data };
  }
  const held = Object.hasOwn(value, name) ? value[name] : await included(act, value, name);
  if (held === null && Object.hasOwn(value, name)) return value;
  const inner = typeof held === 'string' ? await byId(act, held) : held;
  if (!isObject(inner)) throw refuse();
  return { ...value, [name]: rest.length === 0 ? inner : await expandPath(act, inner, rest, whole) };
}

export async function expandAll(act: Act, object: object, paths: readonly string[]): Promise<object> {
  let expanded: Json = { ...object };
  for (const path of paths) {
    const names = path.split('.');
    if (names.length > deepest + 1)
      throw badRequest('You cannot expand more than 4 levels of a property.', 'expand');
    expanded = await expandPath(act, expanded, names, path);
  }
  return expanded;
}
