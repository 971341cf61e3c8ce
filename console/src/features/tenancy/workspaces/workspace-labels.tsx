import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { workspaceStatus, workspaceTypes, type workspaces } from '@claviger/contract/tenancy/workspaces'
import { msg, t } from '#platform/text/text.ts'
import { Status } from '#platform/ui/bits/Status.tsx'

export type Workspace = OutputOf<typeof workspaces.one.reply>

const types: Record<number, string> = {
  [workspaceTypes.business]: msg('Business'),
  [workspaceTypes.individual]: msg('Individual'),
  [workspaceTypes.partner]: msg('Partner'),
  [workspaceTypes.company]: msg('Company'),
  [workspaceTypes.school]: msg('School'),
}

export const typeOf = ({ type }: Workspace) => t(types[type] ?? msg('Unknown'))

const states: Record<number, { word: string; shape: 'disc' | 'triangle' | 'square'; tone: 'ok' | 'warn' | 'bad' }> = {
  [workspaceStatus.active]: { word: msg('Active'), shape: 'disc', tone: 'ok' },
  [workspaceStatus.warning]: { word: msg('Warning'), shape: 'triangle', tone: 'warn' },
  [workspaceStatus.disabled]: { word: msg('Disabled'), shape: 'square', tone: 'bad' },
}

export const stateWord = ({ status }: Workspace) => t(states[status]?.word ?? msg('Unknown'))

export function State({ of }: { of: Workspace }) {
  const { shape, tone } = states[of.status] ?? ({ shape: 'ring', tone: 'mute' } as const)
  return (
    <Status shape={shape} tone={tone}>
      {stateWord(of)}
    </Status>
  )
}
