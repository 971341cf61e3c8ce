import type { Endpoint, Schema } from '@claviger/contract/platform/endpoint'
import { workspaceSettings } from '@claviger/contract/tenancy/workspace-settings'
import type { WorkspaceDetails } from '@claviger/contract/tenancy/workspace-settings'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { Form } from '#platform/ui/form/Form.tsx'
import type { FormProps } from '#platform/ui/form/Form.tsx'
import { SharedSaveBar } from '#platform/ui/form/SharedSaveBar.tsx'
import type { Values } from '#platform/ui/form/useFields.ts'
import { useSession } from '#shell/session.tsx'
import classes from './settings.module.css'

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
      <fieldset className={classes.fields} disabled={!can('workspace.write')}>
        {children}
      </fieldset>
    </Form>
  )
}

export function SettingsParts({ wide = false, children }: { wide?: boolean; children: ReactNode }) {
  const { can } = useSession()
  return (
    <div className={wide ? classes.wide : classes.parts}>
      <SharedSaveBar may={can('workspace.write')}>{children}</SharedSaveBar>
    </div>
  )
}
