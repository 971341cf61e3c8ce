import { listTypes, type PolicyContent } from '@claviger/contract/decide/policy-content'
import { deferText } from '#platform/languages.ts'
import { type FieldProblem, type Problem, problem } from '#platform/problem.ts'
import { findEntryFault, siteWrong } from '#features/decide/evaluator/evaluator.entries.ts'

const zones = new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])
const mostTold = 20

export const entryFaultText = ({
  reason,
  instead,
}: {
  reason: string
  instead: string | null
}): FieldProblem['message'] =>
  instead === null ? reason : deferText('{reason}. Did you mean {instead}?', { reason: deferText(reason), instead })

/** The refusal of a policy with invalid values, each fault at its field; undefined if valid. */
export function policyFaultOf(content: PolicyContent): Problem | undefined {
  const faults = (field: string, values: readonly string[], wrong: (value: string) => ReturnType<typeof siteWrong>) =>
    values.flatMap((value, place): FieldProblem[] => {
      const found = wrong(value)
      return found ? [{ field: `${field}.${place}`, message: entryFaultText(found) }] : []
    })
  const ofType = (type: number) => (value: string) => findEntryFault(type as 1, { value })
  const sites = faults('rpRestriction.values', content.rpRestriction.values, siteWrong)
  const others = [
    ...faults('ipRestriction.values', content.ipRestriction.values, ofType(listTypes.ip)),
    ...faults('locationRestriction.countries', content.locationRestriction.countries, ofType(listTypes.location)),
  ]
  const zone: FieldProblem[] = zones.has(content.zone) ? [] : [{ field: 'zone', message: problem('zone-unknown').says }]
  const all = [...zone, ...sites, ...others]
  if (all.length === 0) return undefined
  const code = zone.length > 0 ? 'zone-unknown' : sites.length > 0 ? 'site-wrong' : 'invalid-input'
  return problem(code, all[0]?.message, all.slice(0, mostTold))
}
