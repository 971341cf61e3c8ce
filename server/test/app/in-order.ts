/**
 * Files that still run in order; this list may only shrink. Either one test app or database goes through all
 * faults of a file, or a call of a matrix leaves state for the next.
 */
export const inOrder: readonly string[] = [
  'server/src/features/access/self-service-settings/automatic.test.ts',
  'server/test/app/audit-probe.test.ts',
  'server/test/contract/passkey-checks.test.ts',
  'server/test/contract/whole-contract.test.ts',
  'server/test/faults/bouncer.test.ts',
  'server/test/faults/faults.test.ts',
  'server/test/past/upgrade.test.ts',
  'server/test/people/matrix-of-whom.test.ts',
  'server/test/people/matrix.test.ts',
  'server/test/processes/crash.test.ts',
  'server/test/processes/several.test.ts',
  'server/test/processes/start-refusals.test.ts',
  'server/test/processes/terminal.test.ts',
  'server/test/processes/together.test.ts',
]
