/** Waits for something, but no longer than so many milliseconds; what fails counts as there. */
export const atMost = (what: Promise<unknown> | undefined, milliseconds: number): Promise<unknown> =>
  Promise.race([Promise.allSettled([what]), new Promise(done => setTimeout(done, milliseconds))])

/** What has not come by then is drawn when it comes; milliseconds. */
export const patience = 300
