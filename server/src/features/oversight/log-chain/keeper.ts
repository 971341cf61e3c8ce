/** Who links, trims and checks the log: nobody's request, over all workspaces. */
export const keeper = {
  actor: { kind: 'nobody' },
  request: { id: 'log-chain', ip: '', userAgent: '' },
  everywhere: true,
} as const
