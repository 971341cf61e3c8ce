import type { OutputOf } from '@claviger/contract/platform/endpoint'
import type { agents } from '@claviger/contract/keys/agents'
import { type DeviceKind, deviceKinds } from '@claviger/contract/keys/devices'
import { msg } from '#platform/languages.ts'
import { administratorOf, workspaceOf } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { newKeySecret, writeKeyText } from '#platform/secrets/key-text.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { settingsForKeys } from '#features/tenancy/workspace-settings/workspace-settings.ts'
import { ownWorkspaceRow } from '#features/tenancy/workspaces/workspaces.ts'
import { isEnrolmentSecret } from '../computers/computers.configuration.ts'
import { importedByName } from '../devices/devices.imported.ts'
import { changeDevice, insertDevice, objectOf } from '../devices/devices.ts'
import { hashOfAgent, heartbeatSeconds } from './agent.ts'

type InputFor<Call extends 'register' | 'registerMobile'> = OutputOf<(typeof agents.calls)[Call]['input']>

const agentType = 4

/**
 * Registers a computer with a Clients key; only this response contains its agent's token. A computer that
 * already has an agent can't be replaced; one imported from a directory under this name gets the agent.
 * @throws enrolment-refused, device-registered (from the constraint)
 */
export async function registerComputer(ctx: TransactionContext, input: InputFor<'register'>) {
  if (!(await isEnrolmentSecret(ctx, input.enrolmentSecret)))
    throw problem('enrolment-refused').recorded(workspaceOf(ctx), {
      action: 'agent.refused',
      failed: msg('The enrollment secret is wrong or was replaced'),
      object: { type: 'device', id: newId(), name: input.name },
    })
  return register(ctx, deviceKinds.computer, input)
}

export const registerMobile = (ctx: TransactionContext, input: InputFor<'registerMobile'>) =>
  register(ctx, deviceKinds.mobile, input)

async function register(
  ctx: TransactionContext,
  kind: DeviceKind,
  { machineId, name }: { machineId: string; name: string },
) {
  const key = administratorOf(ctx)
  const imported = await importedByName(ctx, kind, name)
  const id = imported?.id ?? newId()
  const secret = newKeySecret()
  const now = ctx.clock.now()
  const workspace = await ownWorkspaceRow(ctx)
  const program = ctx.request.program ?? { platform: '', client: '', version: '' }
  const agent = {
    machine_id: machineId,
    host_name: name,
    registered_name: name,
    hash: hashOfAgent(ctx, secret),
    ...program,
    api_key_name: key.name.slice(0, 100),
    last_seen_at: now,
  }
  if (imported) await changeDevice(ctx.db, id, { ...agent, has_agent: true })
  else
    await insertDevice(ctx.db, {
      workspace_id: workspaceOf(ctx),
      id,
      kind,
      name,
      ...agent,
      apps: '[]',
      remembered_pin_hours: (await settingsForKeys(ctx)).remembered_pin_hours,
      created_at: now,
    })
  await record(ctx, {
    action: 'device.registered',
    object: objectOf({ id, name }),
    after: { machine: machineId, platform: program.platform, version: program.version },
  })
  return {
    id,
    agentToken: writeKeyText({ type: agentType, workspace: workspaceOf(ctx), id, secret }),
    workspace: { id: workspaceOf(ctx), name: workspace.name },
    heartbeatSeconds,
  }
}
