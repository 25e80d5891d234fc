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
    : A extends { data: { result?: infer R } }
      ? InResult<NonNullable<R>>
      : unknown;

type InResult<R> = "items" extends keyof R ? Of<R["items"]> : "creatives" extends keyof R ? Of<R["creatives"]> : unknown;

type Of<L> = NonNullable<L> extends (infer T)[] ? T : unknown;

type Listed = Record<string, unknown> & { nextCursor?: string; exhausted?: boolean };

/** Lists that calls were made for and that are not called items: docs/conventions.md. */
const lists = ["jobs", "results", "creatives", "advertisers", "candidates", "alternatives", "launches"];

/** Yields the items of all pages. A page can be empty and have a successor. */
export async function* items<A extends { data: unknown }>(read: (page: Page) => Promise<A>): AsyncGenerator<ItemOf<A>> {
  const seen = new Set<string>();
  for (let page: Page = {}; ; ) {
    const data = (await read(page)).data as Listed & { jobId?: string; result?: Listed };
    const list = data.jobId ? data.result : data;
    if (!list) throw new QuarryError("the answer has no result, and so no list");
    yield* listOf(list) as ItemOf<A>[];
    const cursor = list.exhausted ? undefined : list.nextCursor;
    if (!cursor) return;
    if (seen.has(cursor)) throw inCircles(cursor);
    seen.add(cursor);
    page = { cursor };
  }
}

/** The error of a list that would have no end. */
export function inCircles(cursor: string): QuarryError {
  return new QuarryError(`the cursor ${cursor} leads back to a page that was read`);
}

/** The one list of a page: its items, else the one that its call has instead. */
function listOf(page: Listed): unknown[] {
  const names = "items" in page ? ["items"] : lists.filter((name) => name in page);
  const list = names.length === 1 ? page[names[0] ?? ""] : undefined;
  if (!Array.isArray(list)) throw new QuarryError(`the answer has not one list, but ${names.join(", ") || "none"}`);
  return list;
}
