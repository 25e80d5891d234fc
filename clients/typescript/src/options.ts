import type { CallSettings } from "./careful.js";

// Each call takes the options of one call, beside those that the generator knows.
declare module "./generated/client/types.gen.js" {
  // biome-ignore lint: the type parameter has to be that of the interface that this adds to.
  interface Config<T extends ClientOptions = ClientOptions> extends Omit<CallSettings, "signal"> {
    /** The key under which the call creates its job; without it each call has a new one. */
    idempotencyKey?: string | undefined;
  }
}
