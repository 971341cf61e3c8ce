import type { SamlProvider, ToldOfProvider } from '@claviger/contract/connect/identity-providers'
import { samlProviders } from '@claviger/contract/connect/identity-providers/saml'
import { Button } from '@mantine/core'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { msg, t, Trans } from '../../../ground/text/text.ts'
import { When } from '../../../ground/ui/bits/When.tsx'
import { toast } from '../../../ground/ui/over/toast.ts'
import { Card } from '../../../ground/ui/page/Card.tsx'
import { Differences } from '../../../ground/ui/page/Differences.tsx'
import { Notice } from '../../../ground/ui/page/Notice.tsx'
import classes from './providers.module.css'

const names: Record<ToldOfProvider, string> = {
  ssoUrl: msg('Sign-in address'),
  ssoBinding: msg('Requests are sent'),
  sloUrl: msg('Sign-out address'),
  certificates: msg('Certificates'),
}
const bindings: Readonly<Record<string, string>> = { redirect: msg('By redirect'), post: msg('As a form (POST)') }

/** How it goes with reading the metadata of a provider each day, and what of it waits until somebody agrees. */
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
    <Card title={t('Metadata of the provider')}>
      <div className={classes.fields}>
        {fault !== null && <Notice level="warning">{t('It could not be read lately: {fault}', { fault })}</Notice>}
        {waiting && <Changes of={of} waiting={waiting} may={may} renewed={renewed} />}
        {!waiting && (
          <p className={classes.quiet}>
            {readAt === null ? (
              t('It is read anew each day.')
            ) : (
              <Trans
                id="It is read anew each day, last <0/>. What changes is taken if a certificate signed it that is trusted here."
                components={[<When key="at" at={readAt} />]}
              />
            )}
          </p>
        )}
      </div>
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
  const take = useWrite(samlProviders.takeMetadata, { done: done(t('Metadata taken')) })
  const drop = useWrite(samlProviders.dropMetadata, { done: done(t('Left as it is')) })
  const shown = (value: string) => t(bindings[value] ?? value)
  return (
    <>
      <Notice level="warning">
        {t('It changed, and no certificate that is trusted here signed it. Ask the provider whether this is right.')}
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
            {t('Take it')}
          </Button>
          <Button variant="default" loading={drop.isPending} onClick={() => drop.mutate({ id: of.id })}>
            {t('Leave it')}
          </Button>
        </div>
      )}
    </>
  )
}
