import type { OidcTryOut } from '@claviger/contract/sso/oidc'
import type { SamlTryOut } from '@claviger/contract/sso/saml'
import { Box, Group, Stack } from '@mantine/core'
import { msg, t } from '#platform/text/text.ts'
import { Copy } from '#platform/ui/bits/Copy.tsx'
import { Facts } from '#platform/ui/page/Card.tsx'
import { Checks } from './Checks.tsx'

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
      <details>
        <Box component="summary" mih={44} py={10}>
          {t('Assertion without signature')}
        </Box>
        <Group gap={0} align="stretch" justify="flex-end" wrap="nowrap">
          <Copy value={of.xml} what={t('Assertion')} />
        </Group>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys */}
        <Box component="pre" className="cv-box" mah={320} p={12} fz={12} tabIndex={0}>
          {of.xml.replaceAll(/></g, '>\n<')}
        </Box>
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
        <Stack key={name} component="section" gap={8} miw={0}>
          <Box component="h3" fz={15}>
            {t(parts[name])}
          </Box>
          <Facts of={claims.map(one => [one.name, one.value] as const)} />
        </Stack>
      ))}
    </Stack>
  )
}
