import { keyKinds } from '@claviger/contract/keys/security-keys'
import { policyStates, type PolicyContent, policyActions } from '@claviger/contract/decide/policy-content'
import { orNothing } from '#platform/db/transaction.ts'
import { Problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { assignDevices } from '#features/keys/device-groups/device-groups.ts'
import { shareAccount } from '#features/keys/sharing/sharing.ts'
import { policiesHere, listPriorities } from '#features/rules/policies/policies.ts'
import { createPolicy, updatePolicy } from '#features/rules/policies/policies.save.ts'
import type { WorkRowResult, WorkRow } from '#features/work/works/works.ts'
import { asResponsibleUser } from '../needs.ts'
import { updateWorkflow, type WorkflowRow } from '../workflows.store.ts'
import { sharedComputers } from './shared.store.ts'
import { activationResult, type WorkflowStep, type Type } from './type.ts'

const meantBy = ({ groups, settings }: WorkflowRow) => ({
  action: policyActions.allow,
  accounts: [settings.account as string],
  groups: [...groups],
  securityKeyDeviceType: [keyKinds.accessCard],
  devices: { values: [], groups: [settings.deviceGroup as string], lists: [] },
})

const same = (one: PolicyContent, other: ReturnType<typeof meantBy>) =>
  JSON.stringify([one.action, one.accounts, one.groups.toSorted(), one.securityKeyDeviceType, one.devices.groups]) ===
  JSON.stringify([
    other.action,
    other.accounts,
    other.groups.toSorted(),
    other.securityKeyDeviceType,
    other.devices.groups,
  ])

async function keepPolicy(ctx: TransactionContext, workflow: WorkflowRow): Promise<boolean> {
  const [there] = workflow.made.policy === undefined ? [] : await policiesHere(ctx, [workflow.made.policy])
  const meant = meantBy(workflow)
  if (there) {
    if (same(there.content, meant)) return false
    await updatePolicy(ctx, { ...there.content, ...meant, _id: there.id })
    return true
  }
  const { next } = await listPriorities(ctx)
  const made = await createPolicy(ctx, {
    name: `Workflow: ${workflow.name}`.slice(0, 100),
    description: '',
    priority: next,
    state: policyStates.on,
    zone: workflow.zone,
    users: [],
    units: [],
    waysIn: [],
    timeLimits: { spans: [], lists: [] },
    rpRestriction: { values: [], lists: [] },
    appRestriction: { values: [], lists: [] },
    ipRestriction: { values: [], lists: [] },
    locationRestriction: { countries: [], circles: [], lists: [] },
    demands: { pin: false, models: [], withinMinutes: null },
    ...meant,
  })
  await updateWorkflow(ctx.db, workflow.id, { made: { policy: made._id } })
  return true
}

async function share(ctx: TransactionContext, workflow: WorkflowRow, row: WorkRow): Promise<WorkRowResult> {
  const groups = [...workflow.groups]
  const { added } = await shareAccount(ctx, { id: workflow.settings.account as string, users: [], groups })
  const kept = await keepPolicy(ctx, workflow)
  return activationResult(row, added > 0 || kept ? 'done' : 'skipped', added > 0 || kept ? 'shared' : 'in-step')
}

async function keep(ctx: TransactionContext, { workflow }: WorkflowStep, row: WorkRow): Promise<WorkRowResult> {
  let result: WorkRowResult | undefined
  try {
    await orNothing(ctx.db, async () => {
      if (row.subject === workflow.settings.account) result = await share(ctx, workflow, row)
      else {
        const device = row.subject as string
        await assignDevices(ctx, { id: workflow.settings.deviceGroup as string, devices: [device] })
        result = activationResult(row, 'done', 'joined')
      }
    })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const reason = { 'not-found': 'unknown', 'above-you': 'above-you' }[error.code as string] ?? 'refused'
    return activationResult(row, 'refused', reason)
  }
  return result as WorkRowResult
}

export const sharedType: Type = {
  due: sharedComputers,
  async write(ctx, turn, due) {
    const inside = asResponsibleUser(ctx, turn.by)
    const results: WorkRowResult[] = []
    for (const row of turn.rows) if (due.has(row.subject as string)) results.push(await keep(inside, turn, row))
    return results
  },
}
