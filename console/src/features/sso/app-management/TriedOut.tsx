import { Group, Stack } from '@mantine/core'
import type { OidcTryOut } from '@claviger/contract/sso/oidc'
import type { SamlTryOut } from '@claviger/contract/sso/saml'
import { msg, t } from '#platform/text/text.ts'
import { Copy } from '#platform/ui/bits/Copy.tsx'
import { Facts } from '#platform/ui/page/Card.tsx'
import { Checks } from './Checks.tsx'
import classes from './app-management.module.css'

export function SamlTriedOut({ of }: { of: SamlTryOut }) {
  return (
    <Stack gap={16} miw={0} maw={820} aria-live="polite">
      <Checks of={of.checks} />
      <Facts
        of={[
          [t('Name ID'), of.nameId.value === '' ? '—' : of.nameId.value],
          [t('Authentication context'), of.context],
          [t('Sent to'), of.recipient],
          [t('Audience'), of.audience],
          ...of.attributes.map(({ name, values }) => [name, values.join(', ')] as const),
        ]}
      />
      <details className={classes.document}>
        <summary>{t('Assertion without signature')}</summary>
        <Group gap={0} align="stretch" justify="flex-end" wrap="nowrap">
          <Copy value={of.xml} what={t('Assertion')} />
        </Group>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys */}
        <pre tabIndex={0}>{of.xml.replaceAll(/></g, '>\n<')}</pre>
      </details>
    </Stack>
  )
}

const parts: Readonly<Record<OidcTryOut['parts'][number]['name'], string>> = {
  'id-token': msg('ID token'),
  'id-token-header': msg('ID token header'),
  userinfo: msg('UserInfo'),
  'access-token': msg('Token response'),
}

export function OidcTriedOut({ of }: { of: OidcTryOut }) {
  return (
    <Stack gap={16} miw={0} maw={820} aria-live="polite">
      <p>
        {of.real
          ? t('You were signed in for this test. The session and tokens were ended again.')
          : t('This is a preview without an actual sign-in.')}
      </p>
      <Checks of={of.checks} />
      <Facts
        of={[
          [t('Issuer'), of.issuer],
          [t('Sent to'), of.recipient === '' ? '—' : of.recipient],
          [t('Requested scopes'), of.scope],
        ]}
      />
      {of.parts.map(({ name, claims }) => (
        <section key={name} className={classes.part}>
          <h3>{t(parts[name])}</h3>
          <Facts of={claims.map(one => [one.name, one.value] as const)} />
        </section>
      ))}
    </Stack>
  )
}
