import { connections } from '@claviger/contract/directories/connections'
import { scim } from '@claviger/contract/directories/scim'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Lines } from '#platform/ui/fields/Lines.tsx'
import { Text } from '#platform/ui/fields/Text.tsx'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { useSession } from '#shell/session.tsx'

interface AddConnectionProps {
  close: () => void
  made: (token: { token: string; url: string }) => void
}

export default function AddConnection({ close, made }: AddConnectionProps) {
  const { can } = useSession()
  const token = useWrite(scim.token, { done: made })
  const approve = useWrite(connections.approve, { done: ({ id }) => token.mutate({ uid: id }) })
  const mayApprove = can('directories.grant')
  return (
    <Panel open title={t('Add SCIM connection')} close={close}>
      <Form
        of={scim.create}
        start={{ name: 'Entra ID', addresses: [] }}
        done={({ id }) =>
          mayApprove
            ? approve.mutate({ id, roles: [], touchesRank: false, privateHosts: [] })
            : token.mutate({ uid: id })
        }
      >
        <Text name="name" label={t('Name')} autoComplete="off" />
        <Lines
          name="addresses"
          label={t('Limit to IP addresses')}
          optional
          help={t('One address or network per line, for example 192.0.2.0/24')}
        />
        <Notice>
          {mayApprove
            ? t('You allow this directory to add, change, and suspend users without roles in your name.')
            : t("The directory can't change anything until an owner approves the connection.")}
        </Notice>
        <Foot save={t('Add SCIM connection')} cancel={{ do: close }} />
      </Form>
    </Panel>
  )
}
