import { Stack } from '@mantine/core'
import { authenticationProfiles, type AuthenticationProfile } from '@claviger/contract/access/authentication-profiles'
import { groupTypes, groups } from '@claviger/contract/people/groups'
import { useRead } from '#platform/data/useRead.ts'
import { msg, t } from '#platform/text/text.ts'
import { Choice, Choices } from '#platform/ui/fields/Choice.tsx'
import { Text } from '#platform/ui/fields/Text.tsx'
import { useFormState } from '#platform/ui/form/context.ts'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { OptionCards } from '#platform/ui/steps/OptionCards.tsx'
import { contentOf, empty, isProfileComplete, valuesOf } from './profile-draft.ts'
import { MethodLosses } from './MethodLosses.tsx'
import { type Codes, phoneCodesFault } from './phone-codes.ts'
import { Picture } from './Picture.tsx'
import type { Provider } from './providers.ts'
import { methodLabels } from './sign-in-method-labels.ts'
import { SignInMethodsField } from './SignInMethodsField.tsx'

const types = [
  { value: 'managed', label: msg('Managed'), help: msg('Users sign in to Claviger with the methods you choose') },
  {
    value: 'external-idp',
    label: msg('External provider'),
    help: msg('Users sign in with one provider; owners keep their passkeys'),
  },
]

interface PanelProps {
  of: AuthenticationProfile | null
  providers: readonly Provider[]
  codes: Codes | undefined
  taken: boolean
  close: () => void
  code: (breakGlass: string) => void
}

function Inputs({ of, providers, codes, taken, close }: Omit<PanelProps, 'code'>) {
  const { fields } = useFormState()
  const all = useRead(groups.ids, {})
  const draft = contentOf(fields.values)
  const named = { sms: draft.methods.includes('sms'), call: draft.methods.includes('call') }
  const lacking = codes === undefined ? null : phoneCodesFault(codes, named)
  const asOptions = providers.map(({ id, name }) => ({ value: id, label: name }))
  const offered = (all.data?.items ?? []).filter(group => group.type !== groupTypes.everyone)
  return (
    <Stack gap={16} miw={0}>
      <Text name="name" label={t('Name')} autoComplete="off" autoFocus={of === null} maxLength={100} />
      {providers.length > 0 && (
        <OptionCards
          label={t('Type')}
          of={types}
          value={draft.type}
          pick={type => {
            fields.set('type', type)
            if (type === 'managed' && draft.methods.length === 0) fields.set('methods', ['passkey'])
          }}
        />
      )}
      {draft.type === 'managed' ? (
        <>
          <SignInMethodsField />
          {lacking !== null && <Notice level="warning">{lacking}</Notice>}
          <Choice
            name="autoStart"
            label={t('Start automatically with')}
            placeholder={t('None')}
            options={(['passkey', 'badge'] as const)
              .filter(way => draft.methods.includes(way))
              .map(way => ({ value: way, label: t(methodLabels[way].label) }))}
            help={t('The sign-in page prompts for this method when it opens. The other methods stay available.')}
          />
          {providers.length > 0 && (
            <Choices
              name="providers"
              label={t('Additional external providers')}
              options={asOptions}
              placeholder={t('All active providers')}
            />
          )}
        </>
      ) : (
        <Choice name="providerId" label={t('Provider')} options={asOptions} />
      )}
      <Choices
        name="groups"
        label={t('Only for these groups')}
        options={offered.map(({ id, name }) => ({ value: id, label: name }))}
        placeholder={t('All users without another profile')}
        help={t('A profile without groups applies to all users. A profile with groups is an exception to it.')}
      />
      {draft.groups.length > 0 && (
        <Text
          name="position"
          label={t('Order')}
          inputMode="numeric"
          autoComplete="off"
          help={t('Users in groups of several profiles get the profile with the lowest number.')}
        />
      )}
      {taken && draft.groups.length === 0 && (
        <Notice level="warning">
          {t('Another profile already applies to all users. Choose the groups for this one.')}
        </Notice>
      )}
      <Picture of={draft} provider={providers.find(one => one.id === draft.providerId)?.name ?? null} />
      {isProfileComplete(draft) && <MethodLosses id={of?.id} profile={draft} />}
      <Foot save={of ? t('Save profile') : t('Add profile')} cancel={{ do: close }} />
    </Stack>
  )
}

export default function ProfilePanel({ of, providers, codes, taken, close, code }: PanelProps) {
  const done = ({ name, breakGlass }: { name: string; breakGlass: string | null }) => {
    toast('success', t('{name} saved', { name }))
    close()
    if (breakGlass !== null) code(breakGlass)
  }
  const rest = { of, providers, codes, taken, close }
  const title = of ? of.name : t('New authentication profile')
  return (
    <Panel open title={title} close={close}>
      {of ? (
        <Form
          of={authenticationProfiles.update}
          start={valuesOf(of)}
          fixed={{ id: of.id, version: of.version }}
          done={done}
        >
          <Inputs {...rest} />
        </Form>
      ) : (
        <Form of={authenticationProfiles.create} start={empty} done={done}>
          <Inputs {...rest} />
        </Form>
      )}
    </Panel>
  )
}
