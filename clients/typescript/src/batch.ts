import { type CallSettings, type Care, ended, pause, idOf, read, send } from "./careful.js";
import { QuarryError } from "./errors.js";
import type { BatchAnswerResponse, BatchItem, BatchResponse } from "./generated/types.gen.js";
import { inCircles } from "./items.js";
import { type Limit, within } from "./within.js";

/** Jobs of a batch that are read at once, with their results. */
export const batchPage = 10;

/** Waits for a batch's end. */
export async function waitBatch(care: Care, batchId: string, options: CallSettings): Promise<BatchResponse> {
  const limit = within(options.deadlineMs ?? care.deadlineMs, options.signal);
  try {
    return await batchEnded(care, batchId, limit, options);
  } catch (error) {
    throw error instanceof QuarryError ? error.with({ batchId }) : error;
  } finally {
    limit.done();
  }
}

/** Waits for the jobs of a batch, and returns an item for each entry, in their order. */
export async function filled(care: Care, made: BatchAnswerResponse["data"], options: CallSettings): Promise<BatchItem[]> {
  const { batchId, jobs } = made;
  if (!batchId) return jobs;
  const limit = within(options.deadlineMs ?? care.deadlineMs, options.signal);
  try {
    await batchEnded(care, batchId, limit, options);
    const done = new Map<string, BatchItem>();
    const seen = new Set<string>();
    for (let cursor: string | undefined = ""; cursor !== undefined; ) {
      const page: BatchResponse = await readBatch(care, batchId, { results: "true", limit: `${batchPage}`, ...(cursor && { cursor }) }, limit);
      for (const job of page.data.jobs) if (job.jobId) done.set(job.jobId, job);
      cursor = page.data.exhausted ? undefined : page.data.nextCursor || undefined;
      if (cursor && seen.has(cursor)) throw inCircles(cursor);
      if (cursor) seen.add(cursor);
    }
    const items: BatchItem[] = [];
    for (const { url, replayed, bodyMatched, ...item } of jobs) {
      const matched = bodyMatched === undefined ? {} : { bodyMatched };
      // A job that an earlier call with this key made is in a batch of its own.
      const job = item.jobId ? (done.get(item.jobId) ?? (await one(care, item.jobId, limit))) : item;
      items.push({ ...job, url, replayed, ...matched });
    }
    return items;
  } catch (error) {
    throw error instanceof QuarryError ? error.with({ batchId }) : error;
  } finally {
    limit.done();
  }
}

async function batchEnded(care: Care, batchId: string, limit: Limit, options: CallSettings): Promise<BatchResponse> {
  for (;;) {
    const response = await send(care, batchRequest(care, batchId, { limit: "1" }), limit, ["status", "counts"], true);
    const found = (await response.json()) as BatchResponse;
    const { status, counts } = found.data;
    const done = counts.succeeded + counts.failed + counts.cancelled;
    options.onProgress?.({ batchId, status, done, total: done + counts.queued + counts.running });
    if (status === "finished") return found;
    await pause(response.headers, limit);
  }
}

async function readBatch(care: Care, batchId: string, query: Record<string, string>, limit: Limit): Promise<BatchResponse> {
  return (await (await send(care, batchRequest(care, batchId, query), limit, ["jobs"], true)).json()) as BatchResponse;
}

function batchRequest(care: Care, batchId: string, query: Record<string, string>): Request {
  return read(care, `/v1/public/batches/${idOf("batch", batchId)}?${new URLSearchParams(query)}`);
}

async function one(care: Care, jobId: string, limit: Limit): Promise<BatchItem> {
  const response = await ended(care, jobId, limit, {});
  return ((await response.json()) as { data: BatchItem }).data;
}
