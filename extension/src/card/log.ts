/** What happened, without PINs, card numbers, keys or tokens. */
export interface Line {
  /** ISO 8601. */
  readonly at: string
  readonly event: string
  readonly site?: string
  readonly detail?: string
}

const longest = 200
let last: Promise<unknown> = Promise.resolve()

/** The lines that are kept, oldest first. */
export const lines = async (): Promise<Line[]> =>
  ((await chrome.storage.local.get('log'))['log'] as Line[] | undefined) ?? []

/** Adds a line and forgets the oldest past 200; one writer at a time. */
export function note(event: string, site?: string, detail?: string): void {
  const line = { at: new Date().toISOString(), event, ...(site && { site }), ...(detail && { detail }) }
  last = last.then(async () => chrome.storage.local.set({ log: [...(await lines()), line].slice(-longest) }))
}
