import type { Endpoint, Schema } from '@claviger/contract/platform/endpoint'
import { workspaceSettings } from '@claviger/contract/tenancy/workspace-settings'
import type { WorkspaceDetails } from '@claviger/contract/tenancy/workspace-settings'
import { Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { FieldSet } from '#platform/ui/form/FieldSet.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import type { FormProps } from '#platform/ui/form/Form.tsx'
import { SharedSaveBar } from '#platform/ui/form/SharedSaveBar.tsx'
import type { Values } from '#platform/ui/form/useFields.ts'
import { useSession } from '#shell/session.tsx'

type Answers = { readonly _zod: { input: unknown; output: WorkspaceDetails } }

export function SettingsForm<I extends Schema>({
  of,
  details,
  startOf,
  refused,
  needed,
  children,
}: {
  of: Endpoint<I, Answers>
  details: WorkspaceDetails
  startOf: (details: WorkspaceDetails) => Values
  refused?: FormProps<I, Answers>['refused']
  needed?: string | readonly string[]
  children: ReactNode
}) {
  const { can } = useSession()
  const client = useQueryClient()
  const [from, setFrom] = useState({ round: 0, start: startOf(details) })
  return (
    <Form
      key={from.round}
      of={of}
      start={from.start}
      {...(refused ? { refused } : {})}
      {...(needed === undefined ? {} : { needed })}
      done={reply => {
        client.setQueryData([workspaceSettings.details.feature, workspaceSettings.details.call, {}], reply)
        setFrom(({ round }) => ({ round: round + 1, start: startOf(reply) }))
      }}
    >
      <FieldSet disabled={!can('workspace.write')}>{children}</FieldSet>
    </Form>
  )
}

export function SettingsParts({ wide = false, children }: { wide?: boolean; children: ReactNode }) {
  const { can } = useSession()
  return (
    <Stack gap={16} miw={0} maw={wide ? 960 : 720}>
      <SharedSaveBar may={can('workspace.write')}>{children}</SharedSaveBar>
    </Stack>
  )
}
