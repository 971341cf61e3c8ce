/** The actor that links, trims, and checks the log across all workspaces; not a request. */
export const chainKeeper = {
  actor: { kind: 'nobody' },
  request: { id: 'log-chain', ip: '', userAgent: '' },
  everywhere: true,
} as const
