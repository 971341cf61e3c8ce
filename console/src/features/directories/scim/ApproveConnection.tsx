import { connections } from '@claviger/contract/directories/connections'
import type { ScimConnection } from '@claviger/contract/directories/scim'
import { grantableRoles, roleNames } from '@claviger/contract/platform/permissions'
import { dayOf } from '#platform/text/formats.ts'
import { t } from '#platform/text/text.ts'
import { Choices } from '#platform/ui/fields/Choice.tsx'
import { Tick } from '#platform/ui/fields/Tick.tsx'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { Dialog } from '#platform/ui/over/Dialog.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { useApplyAgain } from './useApplyAgain.ts'

export default function ApproveConnection({ of, close }: { of: ScimConnection; close: () => void }) {
  const again = useApplyAgain(of.id, close)
  return (
    <Dialog open title={t('Granted access of {name}', { name: of.name })} close={close}>
      <Form
        of={connections.approve}
        fixed={{ id: of.id, privateHosts: [] }}
        start={{
          roles: of.roles.map(String),
          touchesRank: of.touchesRank,
          joins: of.joins,
          ...(of.tokens.length > 0 && { tokens: [] }),
        }}
        done={({ reach }) => {
          toast('success', t('Approved'))
          // Roles refused before are now granted, and roles no longer approved are removed, so the mapping must be
          // reapplied
          if (reach.roles.join() === of.roles.join()) close()
          else again.begin()
        }}
      >
        <Choices
          name="roles"
          label={t('Roles it can assign')}
          options={grantableRoles.map(role => ({ value: String(role), label: t(roleNames[role]) }))}
          placeholder={t('None')}
          help={t("It acts with your permissions and can't exceed them. It can never create owners.")}
        />
        <Tick name="touchesRank" label={t('Can change and suspend users who have a role')} />
        <Tick name="joins" label={t('Can link users of other directories')} />
        {of.tokens.length > 0 && (
          <Choices
            name="tokens"
            label={t('SCIM tokens that act with your rights')}
            options={of.tokens.map(token => ({
              value: token.id,
              label: t('Made on {date} by {name}', { date: dayOf(token.createdAt), name: token.createdBy }),
            }))}
            placeholder={t('None')}
            help={t(
              "Tokens that you don't choose stop working immediately. If you don't know who has a token, make a new one.",
            )}
          />
        )}
        <Foot save={t('Approve')} cancel={{ do: close }} />
      </Form>
    </Dialog>
  )
}
