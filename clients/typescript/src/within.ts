/** The longest time that a timer of the platform knows. */
const longest = 2 ** 31 - 1;

/** A signal that is aborted with its parent or when its time has passed. done lets both go. */
export interface Limit {
  signal: AbortSignal;
  /** Milliseconds that are left. */
  left(): number;
  /** Begins the time anew. */
  again(ms: number): void;
  done(): void;
}

export function within(ms: number, parent?: AbortSignal | null): Limit {
  const controller = new AbortController();
  const late = () => controller.abort(new DOMException("the time has passed", "TimeoutError"));
  const abort = () => controller.abort(parent?.reason);
  let end = Date.now() + ms;
  let timer = setTimeout(late, Math.min(ms, longest));
  if (parent?.aborted) abort();
  else parent?.addEventListener("abort", abort, { once: true });
  return {
    signal: controller.signal,
    left: () => end - Date.now(),
    again(ms) {
      end = Date.now() + ms;
      clearTimeout(timer);
      timer = setTimeout(late, Math.min(ms, longest));
    },
    done() {
      clearTimeout(timer);
      parent?.removeEventListener("abort", abort);
    },
  };
}

/** Returns what a promise has, or rejects as soon as the signal is aborted. */
export function unless<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    void promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

/**
 * Yields the text of a body in parts. The platform loses sight of a signal once its request is collected as garbage, and then
 * a body never ends that nobody ends; so it is ended here.
 */
export async function* parts(response: Response, signal: AbortSignal): AsyncGenerator<string> {
  if (!response.body) return;
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await unless(signal, reader.read());
      if (done) return;
      yield decoder.decode(value, { stream: true });
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}
