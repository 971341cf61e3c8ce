import { applications, speaksDuo } from '@claviger/contract/apps/applications'
import type { ApplicationInFull } from '@claviger/contract/apps/applications'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { CallError } from '#platform/data/refusal.ts'
import { t } from '#platform/text/text.ts'
import { Text } from '#platform/ui/fields/Text.tsx'
import { Tick } from '#platform/ui/fields/Tick.tsx'
import { FieldSet } from '#platform/ui/form/FieldSet.tsx'
import { useFormState } from '#platform/ui/form/context.ts'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import type { Fields } from '#platform/ui/form/useFields.ts'
import LeaveGuard from '#platform/ui/over/LeaveGuard.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { BookmarkFields } from './BookmarkFields.tsx'
import { OidcFields } from './OidcFields.tsx'
import { ProxyFields } from './ProxyFields.tsx'
import { SamlFields } from './SamlFields.tsx'

/** Shows a refusal because of a duplicate name at the name field. */
function placed({ code, message }: CallError, fields: Fields): boolean {
  if (code !== 'application-name-taken') return false
  fields.fault('name', message)
  return true
}

function Inputs({ may, asksConsent = true, children }: { may: boolean; asksConsent?: boolean; children: ReactNode }) {
  const { fields } = useFormState()
  return (
    <FieldSet label={t('Settings')} gap={18} maw={720} disabled={!may}>
      <Text name="name" label={t('Name')} autoComplete="off" maxLength={100} />
      <Text name="description" label={t('Description')} autoComplete="off" maxLength={500} />
      {children}
      {asksConsent && (
        <Tick
          name="own"
          label={t('First-party application')}
          help={t("Users aren't asked for consent. Leave this off for third-party applications.")}
        />
      )}
      <Tick name="hidden" label={t('Hide from My Apps')} />
      {may && <Foot save={t('Save changes')} cancel={{ label: t('Discard'), do: fields.reset }} whenChanged />}
    </FieldSet>
  )
}

export function Settings({ of, may }: { of: ApplicationInFull; may: boolean }) {
  // If another administrator saves meanwhile, report it on saving instead of overwriting what was typed
  const [from, setFrom] = useState(of)
  const start = { name: from.name, description: from.description, own: from.own, hidden: from.hidden }
  const shared = {
    fixed: { id: from.id, version: from.version },
    refused: placed,
    guard: LeaveGuard,
    done(saved: ApplicationInFull) {
      toast('success', t('{name} saved', { name: saved.name }))
      setFrom(saved)
    },
  }
  if (from.oidc)
    return (
      <Form key={from.version} of={applications.oidcUpdate} start={{ ...start, oidc: from.oidc }} {...shared}>
        <Inputs may={may}>
          <OidcFields duo={speaksDuo(from.oidc)} />
        </Inputs>
      </Form>
    )
  if (from.proxy)
    return (
      <Form key={from.version} of={applications.proxyUpdate} start={{ ...start, proxy: from.proxy }} {...shared}>
        <Inputs may={may}>
          <ProxyFields />
        </Inputs>
      </Form>
    )
  if (from.bookmark)
    return (
      <Form
        key={from.version}
        of={applications.bookmarkUpdate}
        start={{ ...start, bookmark: from.bookmark }}
        {...shared}
      >
        <Inputs may={may} asksConsent={false}>
          <BookmarkFields />
        </Inputs>
      </Form>
    )
  if (!from.saml) return null
  return (
    <Form key={from.version} of={applications.samlUpdate} start={{ ...start, saml: from.saml }} {...shared}>
      <Inputs may={may}>
        <SamlFields />
      </Inputs>
    </Form>
  )
}
