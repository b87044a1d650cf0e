export class MemoryStorage implements Storage {
  readonly #entries: Map<string, string>;

  constructor(copied?: MemoryStorage) {
    this.#entries = new Map(copied === undefined ? [] : copied.#entries);
  }
  get length(): number {
    return this.#entries.size;
  }
  keys(): IterableIterator<string> {
    return this.#entries.keys();
  }
  clear(): void {
    this.#entries.clear();
  }
  getItem(key: string): string | null {
    return this.#entries.get(key) ?? null;
  }
  key(index: number): string | null {
    return [...this.#entries.keys()][index] ?? null;
  }
  removeItem(key: string): void {
    this.#entries.delete(key);
  }
  setItem(key: string, value: string): void {
    this.#entries.set(key, value);
  }
}
