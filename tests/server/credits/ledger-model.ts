/** Independent of credits.ts. Times are numbers in one unit; expired credits are not counted. */
type Unit = 'credits' | 'freeAnalyses';
type Payment = 'free' | 'credits';

interface Lot {
  kind: string;
  unit: Unit;
  amount: number;
  ends: number;
  left: number;
  wanted: number;
  refunded: number;
}

interface Hold {
  state: 'reserved' | 'captured' | 'released';
  payment: Payment;
  amount: number;
  attempts: number;
  parts: { lot: Lot; amount: number }[];
}

export interface ModelLine {
  kind: string;
  unit: Unit;
  delta: number;
  state: 'final' | 'held' | 'returned';
  returned: number;
}

export interface LedgerModel {
  balance(): { credits: number; freeAnalyses: number };
  ending(): { ends: number; amount: number }[];
  wait(length: number): void;
  add(lot: { kind: string; key: number; unit: Unit; amount: number; ends: number }): number;
  reserve(
    analysis: number,
    wanted: { cost: number; isShort: boolean; promised?: Payment },
  ): { payment: Payment; reservedCredits: number } | 'insufficientCredits' | 'quoteChanged';
  capture(analysis: number): { chargedCredits: number } | 'nothing';
  release(analysis: number): void;
  refund(lot: number, credits: number): number;
  undoRefund(lot: number, credits: number): number;
  lines(): ModelLine[];
}

export function createLedgerModel(start: number): LedgerModel {
  let now = start;
  const lots: Lot[] = [];
  const numbers = new Map<string, number>();
  const holds = new Map<number, Hold>();
  const refunds: ModelLine[] = [];

  const isLive = (lot: Lot) => lot.ends > now;
  const live = (unit: Unit) => lots.filter((lot) => lot.unit === unit && lot.left > 0 && isLive(lot));
  const total = (unit: Unit) => live(unit).reduce((sum, { left }) => sum + left, 0);
  const reservedCredits = ({ payment, amount }: Hold) => (payment === 'free' ? 0 : amount);

  function takeBack(lot: Lot, most: number): number {
    const taken = Math.max(0, Math.min(lot.wanted - lot.refunded, most));
    lot.refunded += taken;
    lot.left -= taken;
    if (taken > 0)
      refunds.push({ kind: 'refund', unit: lot.unit, delta: -taken, state: 'final', returned: 0 });
    return taken;
  }

  return {
    balance: () => ({ credits: total('credits'), freeAnalyses: total('freeAnalyses') }),
    ending() {
      const moments = [...new Set(live('credits').map(({ ends }) => ends))].filter(Number.isFinite);
      return moments
        .sort((a, b) => a - b)
        .map((ends) => ({
          ends,
          amount: live('credits').reduce((sum, lot) => (lot.ends === ends ? sum + lot.left : sum), 0),
        }));
    },
    wait(length) {
      now += length;
    },
    add({ kind, key, unit, amount, ends }) {
      const name = `${kind} ${key}`;
      const known = numbers.get(name);
      if (known !== undefined) return known;
      const number = lots.push({ kind, unit, amount, ends, left: amount, wanted: 0, refunded: 0 }) - 1;
      numbers.set(name, number);
      return number;
    },
    reserve(analysis, { cost, isShort, promised }) {
      const earlier = holds.get(analysis);
      if (earlier && earlier.state !== 'released')
        return { payment: earlier.payment, reservedCredits: reservedCredits(earlier) };
      const payment = isShort && total('freeAnalyses') > 0 ? 'free' : 'credits';
      if (promised === 'free' && payment !== 'free') return 'quoteChanged';
      const unit = payment === 'free' ? 'freeAnalyses' : 'credits';
      const amount = payment === 'free' ? 1 : cost;
      if (total(unit) < amount) return 'insufficientCredits';
      const hold: Hold = {
        state: 'reserved',
        payment,
        amount,
        attempts: (earlier?.attempts ?? 0) + 1,
        parts: [],
      };
      let missing = amount;
      for (const lot of live(unit).sort((a, b) => (a.ends === b.ends ? 0 : a.ends - b.ends))) {
        const part = Math.min(missing, lot.left);
        if (part === 0) break;
        lot.left -= part;
        missing -= part;
        hold.parts.push({ lot, amount: part });
      }
      holds.set(analysis, hold);
      return { payment, reservedCredits: reservedCredits(hold) };
    },
    capture(analysis) {
      const hold = holds.get(analysis);
      if (hold === undefined || hold.state === 'released') return 'nothing';
      hold.state = 'captured';
      return { chargedCredits: reservedCredits(hold) };
    },
    release(analysis) {
      const hold = holds.get(analysis);
      if (hold?.state !== 'reserved') return;
      hold.state = 'released';
      for (const { lot, amount } of hold.parts) {
        lot.left += amount;
        takeBack(lot, isLive(lot) ? lot.left : amount);
      }
    },
    refund(number, credits) {
      const lot = lots[number]!;
      lot.wanted = Math.max(lot.wanted, credits);
      return isLive(lot) ? takeBack(lot, lot.left) : 0;
    },
    undoRefund(number, credits) {
      const lot = lots[number]!;
      lot.wanted = Math.min(lot.wanted, credits);
      const given = isLive(lot) ? Math.max(0, lot.refunded - lot.wanted) : 0;
      lot.refunded -= given;
      lot.left += given;
      if (given > 0)
        refunds.push({ kind: 'refund', unit: lot.unit, delta: given, state: 'final', returned: 0 });
      return given;
    },
    lines() {
      const added = lots.map(
        ({ kind, unit, amount }): ModelLine => ({ kind, unit, delta: amount, state: 'final', returned: 0 }),
      );
      const ended = lots
        .filter((lot) => !isLive(lot) && lot.left > 0)
        .map(
          ({ unit, left }): ModelLine => ({
            kind: 'expiry',
            unit,
            delta: -left,
            state: 'final',
            returned: 0,
          }),
        );
      const analyses = [...holds.values()]
        .filter(({ amount }) => amount > 0)
        .map(
          ({ state, payment, amount }): ModelLine => ({
            kind: 'analysis',
            unit: payment === 'free' ? 'freeAnalyses' : 'credits',
            delta: state === 'released' ? 0 : -amount,
            state: state === 'captured' ? 'final' : state === 'reserved' ? 'held' : 'returned',
            returned: state === 'released' ? amount : 0,
          }),
        );
      return [...added, ...refunds, ...ended, ...analyses];
    },
  };
}
