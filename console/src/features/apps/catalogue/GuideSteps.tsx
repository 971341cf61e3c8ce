import type { Guide } from '@claviger/contract/apps/catalogue'
import { saml } from '@claviger/contract/sso/saml'
import { Box, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t, Trans } from '#platform/text/text.ts'
import { Anchor } from '#platform/ui/bits/Anchor.tsx'
import { Copy } from '#platform/ui/bits/Copy.tsx'
import { Value } from '#platform/ui/bits/Value.tsx'

function useCertificate({ enter }: Guide): string | undefined {
  const asked = enter.some(({ value }) => value.includes('{certificate}'))
  return useRead(saml.keys, {}, { when: asked, quiet: true, fresh: 60_000 }).data?.signs.pem
}

const namesWorkspace = ({ enter }: Guide) => enter.some(({ value }) => /\/(?:oidc|saml)\/[\da-f]{8}-/.test(value))

export function GuideSteps({ of, secret, last }: { of: Guide; secret?: string | null; last?: ReactNode }) {
  const certificate = useCertificate(of)
  const filled = (text: string) =>
    text
      .replaceAll('{clientSecret}', () => secret ?? t('(secret, shown only once)'))
      .replaceAll('{certificate}', () => certificate ?? '…')
  return (
    <Stack component="ol" className="cv-bullets cv-linked" gap={16}>
      <li>
        {of.where === '' ? (
          t('Open the single sign-on settings in {name}.', { name: of.name })
        ) : (
          <Trans id="Open <0/> in {name}." values={{ name: of.name }} components={[<b key="where">{of.where}</b>]} />
        )}{' '}
        {of.docs !== null && (
          <Trans
            id="For more information, see <0>the vendor's page</0>."
            components={[<Anchor key="docs" href={of.docs} target="_blank" rel="noreferrer" />]}
          />
        )}
      </li>
      {of.enter.length > 0 && (
        <li>
          {t('Enter these values.')}{' '}
          {namesWorkspace(of) && (
            <span className="cv-muted">
              {t('The ID in the URLs keeps them valid if the address of your workspace changes.')}
            </span>
          )}
          <Stack gap={10} mt={10}>
            {of.enter.map(({ label, value }) => (
              <div key={label}>
                <p className="cv-muted">{label}</p>
                <Value of={filled(value)} what={label} />
              </div>
            ))}
          </Stack>
        </li>
      )}
      {of.file && (
        <li>
          {of.enter.length > 0
            ? t('Or add these lines to {file}.', { file: of.file.name })
            : t('Add these lines to {file}.', { file: of.file.name })}
          <Stack gap={6} mt={10}>
            <div>
              <Copy value={filled(of.file.text)} what={of.file.name} />
            </div>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys */}
            <Box component="pre" className="cv-mono cv-panel" p={12} mah={360} tabIndex={0}>
              {filled(of.file.text)}
            </Box>
          </Stack>
        </li>
      )}
      {last !== undefined && <li>{last}</li>}
    </Stack>
  )
}
