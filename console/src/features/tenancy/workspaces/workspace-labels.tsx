import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { workspaceStatus, workspaceTypes, type workspaces } from '@claviger/contract/tenancy/workspaces'
import { msg, t } from '#platform/text/text.ts'
import { Status } from '#platform/ui/bits/Status.tsx'

export type Workspace = OutputOf<typeof workspaces.one.reply>

export const typeWords: Readonly<Record<number, string>> = {
  [workspaceTypes.business]: msg('Business'),
  [workspaceTypes.individual]: msg('Individual'),
  [workspaceTypes.partner]: msg('Partner'),
  [workspaceTypes.company]: msg('Company'),
  [workspaceTypes.school]: msg('School'),
}

export const typeOf = ({ type }: Pick<Workspace, 'type'>) => t(typeWords[type] ?? msg('Unknown'))

export const stateWords: Readonly<
  Record<number, { word: string; shape: 'disc' | 'triangle' | 'square'; tone: 'ok' | 'warn' | 'bad' }>
> = {
  [workspaceStatus.active]: { word: msg('Active'), shape: 'disc', tone: 'ok' },
  [workspaceStatus.warning]: { word: msg('Warning'), shape: 'triangle', tone: 'warn' },
  [workspaceStatus.disabled]: { word: msg('Disabled'), shape: 'square', tone: 'bad' },
}

export const stateWord = ({ status }: Pick<Workspace, 'status'>) => t(stateWords[status]?.word ?? msg('Unknown'))

export function State({ of }: { of: Pick<Workspace, 'status'> }) {
  const { shape, tone } = stateWords[of.status] ?? ({ shape: 'ring', tone: 'mute' } as const)
  return (
    <Status shape={shape} tone={tone}>
      {stateWord(of)}
    </Status>
  )
}
