import type { InputOf } from '@claviger/contract/platform/endpoint'
import { simulations } from '@claviger/contract/rules/simulations'
import { useRead } from '#platform/data/useRead.ts'

export type PolicyCheckInput = InputOf<typeof simulations.check.input>

export const mostChecked = 50

/** Previews the effect of changed policies; null disables the query. */
export const useMeans = (of: PolicyCheckInput | null) =>
  useRead(simulations.check, of ?? { drafts: [] }, {
    when: of !== null && of.drafts.length <= mostChecked,
    quiet: true,
    keepEarlier: true,
    fresh: 5000,
  })
