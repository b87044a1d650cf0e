import { isRecord, recordOf } from '#contract/unknown-values.ts';

/** A model that repeats itself fills whatever it is given. */
const MOST_CHARACTERS = 400;
const MOST_ITEMS = 40;
/** Of one statement; a list of its own, such as the open questions in their order, may be as long as others. */
const MOST_REFERENCES = 6;
const MOST_DIGITS = 5;

/**
 * GBNF for the JSON of a schema, without spaces: llama.cpp's own converter drops what it does not know without a word. Texts and lists are bounded, ids
 * are `"s12"`. @throws Error for what our schemas do not use
 */
export function grammarOf(schema: unknown): string {
  const names = new Map<string, string>();
  const rule = (body: string): string => {
    const known = names.get(body);
    if (known !== undefined) return known;
    const name = `r${names.size}`;
    names.set(body, name);
    return name;
  };

  function ruleFor(given: unknown, isOwnList = false): string {
    const value = recordOf(given);
    if (Array.isArray(value.anyOf)) return rule(value.anyOf.map((one) => ruleFor(one)).join(' | '));
    if (Array.isArray(value.type))
      return rule(value.type.map((type) => ruleFor({ ...value, type })).join(' | '));
    if (Array.isArray(value.enum))
      return rule(value.enum.map((one) => quoted(JSON.stringify(one))).join(' | '));
    if (value.type === 'null') return quoted('null');
    if (value.type === 'boolean') return rule(`${quoted('true')} | ${quoted('false')}`);
    if (value.type === 'integer') return rule(`"0" | [1-9] [0-9]{0,${MOST_DIGITS - 1}}`);
    if (value.type === 'string') return textOf(value);
    if (value.type === 'array') return listOf(value, isOwnList);
    if (value.type === 'object') return objectOf(value, given === schema);
    throw new Error(`No grammar for ${JSON.stringify(given).slice(0, 200)}.`);
  }

  function textOf({ pattern, minLength = 0, maxLength }: Record<string, unknown>): string {
    const prefix = typeof pattern === 'string' ? /^\^([a-z])\\d\+/.exec(pattern)?.[1] : undefined;
    if (prefix !== undefined)
      return rule(`${quoted(`"${prefix}`)} [0-9]{1,${MOST_DIGITS}} ("." [0-9]{1,2})? ${quoted('"')}`);
    const most = Math.min(MOST_CHARACTERS, Number(maxLength ?? MOST_CHARACTERS));
    const character = rule('[^"\\\\\\x7F\\x00-\\x1F] | "\\\\" ["\\\\/bfnrt]');
    return rule(`${quoted('"')} ${character}{${Number(minLength)},${most}} ${quoted('"')}`);
  }

  function listOf({ items, maxItems }: Record<string, unknown>, isOwn: boolean): string {
    const { type } = recordOf(items);
    const isReferences = type === 'integer' || (type === 'string' && 'pattern' in recordOf(items));
    const bound = isReferences && !isOwn ? MOST_REFERENCES : MOST_ITEMS;
    const most = Math.min(bound, Number(maxItems ?? bound));
    const item = ruleFor(items);
    return rule(`"[" (${item} ("," ${item}){0,${most - 1}})? "]"`);
  }

  function objectOf({ properties }: Record<string, unknown>, isRoot: boolean): string {
    if (!isRecord(properties)) throw new Error('No grammar for an object without properties.');
    const members = Object.entries(properties).map(
      ([key, value]) => `${quoted(`${JSON.stringify(key)}:`)} ${ruleFor(value, isRoot)}`,
    );
    return rule(`"{" ${members.join(' "," ')} "}"`);
  }

  const root = ruleFor(schema);
  return [`root ::= ${root}`, ...[...names].map(([body, name]) => `${name} ::= ${body}`), ''].join('\n');
}

const quoted = (text: string): string => JSON.stringify(text);
