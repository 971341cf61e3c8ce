import type { SamlProvider, MetadataField } from '@claviger/contract/connect/identity-providers'
import { samlProviders } from '@claviger/contract/connect/identity-providers/saml'
import { Button, Stack } from '@mantine/core'
import { useWrite } from '#platform/data/useWrite.ts'
import { msg, t, Trans } from '#platform/text/text.ts'
import { When } from '#platform/ui/bits/When.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { Differences } from '#platform/ui/page/Differences.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'

const names: Record<MetadataField, string> = {
  ssoUrl: msg('Sign-in URL'),
  ssoBinding: msg('Request binding'),
  sloUrl: msg('Sign-out URL'),
  certificates: msg('Certificates'),
}
const bindings: Readonly<Record<string, string>> = { redirect: msg('Redirect'), post: msg('Form (POST)') }

export function MetadataOfProvider({
  of,
  may,
  renewed,
}: {
  of: SamlProvider
  may: boolean
  renewed: (of: SamlProvider) => void
}) {
  const { url, readAt, fault, waiting } = of.metadata
  if (url === null) return null
  return (
    <Card title={t('Provider metadata')}>
      <Stack gap={16}>
        {fault !== null && (
          <Notice level="warning">{t('The last attempt to read the metadata failed: {fault}', { fault })}</Notice>
        )}
        {waiting && <Changes of={of} waiting={waiting} may={may} renewed={renewed} />}
        {!waiting && (
          <p className="cv-muted">
            {readAt === null ? (
              t('The metadata is read every day.')
            ) : (
              <Trans
                id="The metadata is read every day, last <0/>. Changes are applied if they are signed with a certificate that is trusted here."
                components={[<When key="at" at={readAt} />]}
              />
            )}
          </p>
        )}
      </Stack>
    </Card>
  )
}

function Changes({
  of,
  waiting,
  may,
  renewed,
}: {
  of: SamlProvider
  waiting: NonNullable<SamlProvider['metadata']['waiting']>
  may: boolean
  renewed: (of: SamlProvider) => void
}) {
  const done = (says: string) => (saved: SamlProvider) => {
    toast('success', says)
    renewed(saved)
  }
  const take = useWrite(samlProviders.takeMetadata, { done: done(t('Metadata changes applied')) })
  const drop = useWrite(samlProviders.dropMetadata, { done: done(t('Metadata changes ignored')) })
  const shown = (value: string) => t(bindings[value] ?? value)
  return (
    <>
      <Notice level="warning">
        {t(
          'The metadata changed but is not signed with a certificate that is trusted here. Ask the provider to confirm the change.',
        )}
      </Notice>
      <Differences
        of={waiting.differences.map(({ field, before, after }) => ({
          name: t(names[field]),
          before: before.map(shown),
          after: after.map(shown),
        }))}
      />
      {may && (
        <div className="cv-row">
          <Button loading={take.isPending} onClick={() => take.mutate({ id: of.id, since: waiting.since })}>
            {t('Apply changes')}
          </Button>
          <Button variant="default" loading={drop.isPending} onClick={() => drop.mutate({ id: of.id })}>
            {t('Keep current')}
          </Button>
        </div>
      )}
    </>
  )
}
