import type { Endpoint, Schema } from '@claviger/contract/ground/endpoint'
import { workspaceSettings } from '@claviger/contract/tenancy/workspace-settings'
import type { WorkspaceDetails } from '@claviger/contract/tenancy/workspace-settings'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { t } from '../../../ground/text/text.ts'
import { Foot } from '../../../ground/ui/form/Foot.tsx'
import { Form } from '../../../ground/ui/form/Form.tsx'
import type { FormProps } from '../../../ground/ui/form/Form.tsx'
import type { Values } from '../../../ground/ui/form/useFields.ts'
import { toast } from '../../../ground/ui/over/toast.ts'
import { useSession } from '../../../shell/session.tsx'
import classes from './settings.module.css'

type Answers = { readonly _zod: { input: unknown; output: WorkspaceDetails } }

/** A form of one part of the settings: saving starts it anew from the answer, Discard from what was there. */
export function SettingsForm<I extends Schema>({
  of,
  details,
  startOf,
  saved,
  refused,
  needed,
  children,
}: {
  of: Endpoint<I, Answers>
  details: WorkspaceDetails
  startOf: (details: WorkspaceDetails) => Values
  /** What the toast says. */
  saved: string
  refused?: FormProps<I, Answers>['refused']
  needed?: string | readonly string[]
  children: ReactNode
}) {
  const { can } = useSession()
  const client = useQueryClient()
  const [from, setFrom] = useState({ round: 0, start: startOf(details) })
  const again = (start: Values) => setFrom(({ round }) => ({ round: round + 1, start }))
  const write = can('workspace.write')
  return (
    <Form
      key={from.round}
      of={of}
      start={from.start}
      guard
      {...(refused ? { refused } : {})}
      {...(needed === undefined ? {} : { needed })}
      done={reply => {
        client.setQueryData([workspaceSettings.details.feature, workspaceSettings.details.call, {}], reply)
        toast('success', saved)
        again(startOf(reply))
      }}
    >
      <fieldset className={classes.fields} disabled={!write}>
        {children}
      </fieldset>
      {write && <Foot save={t('Save changes')} cancel={{ label: t('Discard'), do: () => again(from.start) }} />}
    </Form>
  )
}
