import { workspaceRoles } from '@claviger/contract/platform/permissions'
import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Link } from '@tanstack/react-router'
import { t, Trans } from '#platform/text/text.ts'
import { Choice, Choices } from '#platform/ui/fields/Choice.tsx'
import { useFormState } from '#platform/ui/form/context.ts'
import { useSession } from '#shell/session.tsx'
import type { AdministeredWorkspace } from './administered-workspace.ts'
import { additional, canGrant, roles, superRole } from './rights.ts'

const rolesIn = ({ installation }: AdministeredWorkspace) => (installation ? [superRole, ...roles] : roles)

const asOptions = (of: readonly { value: number; label: string }[]) =>
  of.map(({ value, label }) => ({ value: String(value), label: t(label) }))

export function RightsFields({ within }: { within?: AdministeredWorkspace }) {
  const session = useSession()
  const { fields } = useFormState()
  const role = Number(fields.values['role'])
  const extra = fields.values['additionalPermissions'] as string[] | undefined
  return (
    <>
      <Choice
        name="role"
        label={t('Role')}
        options={asOptions(within ? rolesIn(within) : roles.filter(({ value }) => canGrant(session, value)))}
        placeholder={t('Choose a role')}
        help={
          within === undefined ? (
            <Trans
              id="See <0>Roles</0> for the permissions of each role."
              components={[<Link className="cv-linked" key="roles" to="/dashboard/admins/roles" />]}
            />
          ) : undefined
        }
      />
      {role >= workspaceRoles.userManagement && (
        <Checkbox
          size="xs"
          label={t('Grant additional permissions')}
          description={t('Added to the permissions of the role')}
          checked={extra !== undefined}
          onChange={event => fields.set('additionalPermissions', event.currentTarget.checked ? [] : undefined)}
        />
      )}
      {role >= workspaceRoles.userManagement && extra !== undefined && (
        <Choices
          name="additionalPermissions"
          label={t('Additional permissions')}
          options={asOptions(
            additional.filter(
              ({ value }) => within !== undefined || canGrant(session, workspaceRoles.readOnly, [value]),
            ),
          )}
          placeholder={t('Choose permissions')}
        />
      )}
    </>
  )
}
