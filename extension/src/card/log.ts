/** A log entry; must not contain PINs, card numbers, keys, or tokens. */
export interface CardLogLine {
  /** ISO 8601. */
  readonly at: string
  readonly event: string
  readonly site?: string
  readonly detail?: string
}

const longest = 200
let last: Promise<unknown> = Promise.resolve()

export const lines = async (): Promise<CardLogLine[]> =>
  ((await chrome.storage.local.get('log'))['log'] as CardLogLine[] | undefined) ?? []

/** Adds an entry and drops the oldest beyond 200; writes are serialized. */
export function logEvent(event: string, site?: string, detail?: string): void {
  const line = { at: new Date().toISOString(), event, ...(site && { site }), ...(detail && { detail }) }
  last = last.then(async () => chrome.storage.local.set({ log: [...(await lines()), line].slice(-longest) }))
}
