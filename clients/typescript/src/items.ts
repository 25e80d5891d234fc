import { QuarryError } from "./errors.js";

/** Where a page begins: nothing for the first one. */
export interface Page {
  cursor?: string;
}

/** The items of an answer, whether it is a list, a batch, or a job whose result is a list. */
export type ItemOf<A> = A extends { data: { items: (infer T)[] } }
  ? T
  : A extends { data: { jobs: (infer T)[] } }
    ? T
    : A extends { data: { result?: { items?: (infer T)[] } } }
      ? T
      : unknown;

interface Listed {
  items?: unknown[];
  jobs?: unknown[];
  nextCursor?: string;
  exhausted?: boolean;
}

/** Yields the items of all pages. A page can be empty and have a successor. */
export async function* items<A extends { data: unknown }>(read: (page: Page) => Promise<A>): AsyncGenerator<ItemOf<A>> {
  for (let page: Page = {}; ; ) {
    const data = (await read(page)).data as Listed & { jobId?: string; result?: Listed };
    const list = data.jobId ? (data.result ?? {}) : data;
    yield* (list.items ?? list.jobs ?? []) as ItemOf<A>[];
    const cursor = list.exhausted ? undefined : list.nextCursor;
    if (!cursor) return;
    if (cursor === page.cursor) throw new QuarryError(`the cursor ${cursor} leads to itself`);
    page = { cursor };
  }
}
