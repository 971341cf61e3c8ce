import type { ApplicationInFull } from '@claviger/contract/apps/applications'
import { oidc } from '@claviger/contract/sso/oidc'
import { saml } from '@claviger/contract/sso/saml'
import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { PickOne } from '#features/decide/policy-content/PickMany.tsx'
import { fromUsers } from '#features/decide/policy-content/name-sources.ts'
import { OidcTriedOut, SamlTriedOut } from './TriedOut.tsx'

/** What the application would receive for a user, decoded, with all checks. */
export function TryIt({ of }: { of: ApplicationInFull }) {
  const [user, setUser] = useState<string | null>(null)
  const bySaml = useWrite(saml.tryOut)
  const byOidc = useWrite(oidc.tryOut)
  const run = of.saml ? bySaml : byOidc
  return (
    <Card title={t('Try it')}>
      <Stack gap={16} miw={0} maw={820}>
        <p className="cv-muted">
          {of.saml
            ? t(
                'See what the application would receive for you, with all checks. For other users, you get an unsigned preview.',
              )
            : t(
                'Sign in to a built-in test application that replaces this one. See what it receives for you, with all checks. For other users, you get an unsigned preview.',
              )}
        </p>
        <PickOne label={t('User')} from={fromUsers} value={user} placeholder={t('Yourself')} change={setUser} />
        <div>
          <Button
            variant="default"
            loading={run.isPending}
            onClick={() => run.mutate({ id: of.id, ...(user !== null && { user }) })}
          >
            {t('Try it')}
          </Button>
        </div>
        {of.saml && bySaml.data && <SamlTriedOut of={bySaml.data} />}
        {of.oidc && byOidc.data && <OidcTriedOut of={byOidc.data} />}
      </Stack>
    </Card>
  )
}
