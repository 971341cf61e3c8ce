import type { InputOf } from '@claviger/contract/ground/endpoint'
import { simulations } from '@claviger/contract/rules/simulations'
import { useRead } from '../../../ground/data/useRead.ts'

export type Checked = InputOf<typeof simulations.check.input>

/** So many policies are checked together at most. */
export const mostChecked = 50

/** What changed policies would mean; null does not ask. */
export const useMeans = (of: Checked | null) =>
  useRead(simulations.check, of ?? { drafts: [] }, {
    when: of !== null && of.drafts.length <= mostChecked,
    quiet: true,
    keepEarlier: true,
    fresh: 5000,
  })
