/** Waits for a promise, at most `milliseconds`; a rejection counts as settled. */
export const waitAtMost = (what: Promise<unknown> | undefined, milliseconds: number): Promise<unknown> =>
  Promise.race([Promise.allSettled([what]), new Promise(done => setTimeout(done, milliseconds))])

/** Data that takes longer is rendered when it arrives; milliseconds. */
export const longestWait = 300
