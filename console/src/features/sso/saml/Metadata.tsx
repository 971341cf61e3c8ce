import { saml } from '@claviger/contract/sso/saml'
import type { DescribedField, MetadataPreview } from '@claviger/contract/sso/saml'
import { Button, FileButton, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { fileText } from '#platform/data/fileText.ts'
import { msg, t } from '#platform/text/text.ts'
import { toast } from '#platform/ui/over/toast.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { Differences } from '#platform/ui/page/Differences.tsx'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { BlockedAddresses } from '#features/tenancy/private-targets/BlockedAddresses.tsx'

type Source = { xml: string } | { url: string } | Record<string, never>
interface Shown {
  source: Source
  preview: MetadataPreview
}

export function Metadata({ id }: { id: string }) {
  const [url, setUrl] = useState('')
  const [shown, setShown] = useState<Shown | null>(null)
  const waiting = useRead(saml.waitingMetadata, { id }, { quiet: true })
  const look = useWrite(saml.previewMetadata)
  const drop = useWrite(saml.dropMetadata)
  const preview = (source: { xml: string } | { url: string }) =>
    look.mutate({ id, ...source }, { onSuccess: found => setShown({ source, preview: found }) })
  const unreadable = () => toast('error', t('The file format is not valid'))
  const waits = waiting.data?.waiting
  return (
    <Card title={t('Application metadata')}>
      <Stack gap={16} miw={0}>
        <BlockedAddresses feature="applications" />
        {typeof waiting.data?.fault === 'string' && (
          <Notice level="warning">
            {t('The last attempt to read the metadata failed: {fault}', { fault: waiting.data.fault })}
          </Notice>
        )}
        {!shown && waits && (
          <>
            <Notice level="warning">
              {t(
                'The metadata changed but is not signed with a certificate that is known here. Approve the changes to apply them.',
              )}
            </Notice>
            <Changes id={id} of={{ source: {}, preview: waits }} close={() => drop.mutate({ id })} />
          </>
        )}
        {shown && <Changes id={id} of={shown} close={() => setShown(null)} />}
        {!shown && !waits && (
          <>
            <Grid columns="minmax(0, 1fr) auto" gap={8} align="end">
              <TextInput
                size="sm"
                label={t('Metadata URL')}
                value={url}
                onChange={event => setUrl(event.currentTarget.value)}
              />
              <Button variant="default" disabled={url === ''} loading={look.isPending} onClick={() => preview({ url })}>
                {t('Load metadata')}
              </Button>
            </Grid>
            <div>
              <FileButton
                accept=".xml,application/xml,text/xml"
                onChange={file => void (file && fileText(file).then(xml => preview({ xml }), unreadable))}
              >
                {props => (
                  <Button variant="default" {...props}>
                    {t('Upload file…')}
                  </Button>
                )}
              </FileButton>
            </div>
          </>
        )}
      </Stack>
    </Card>
  )
}

const names: Record<DescribedField, string> = {
  entityId: msg('Entity ID'),
  acs: msg('Assertion consumer service (ACS) URLs'),
  sloUrl: msg('Single logout URL'),
  sloBinding: msg('Single logout binding'),
  nameIdFormat: msg('Name ID format'),
  requestsSigned: msg('Signed requests'),
  spCertificates: msg('Request signing certificates'),
  encryptionCertificate: msg('Encryption certificate'),
}

const origins: Record<MetadataPreview['signedBy'], string> = {
  known: msg('Signed with a certificate that is known here.'),
  stranger: msg('Signed, but not with a certificate that is known here.'),
  nobody: msg('Not signed. Make sure it comes from the application.'),
}

function Changes({ id, of, close }: { id: string; of: Shown; close: () => void }) {
  const take = useWrite(saml.takeMetadata, {
    done() {
      toast('success', t('Metadata changes applied'))
      close()
    },
  })
  const { differences, signedBy } = of.preview
  if (differences.length === 0)
    return (
      <>
        <p>{t('No differences from the current settings.')}</p>
        <div>
          <Button variant="default" onClick={close}>
            {t('Close')}
          </Button>
        </div>
      </>
    )
  return (
    <>
      <p className="cv-muted">{t(origins[signedBy])}</p>
      <Differences of={differences.map(one => ({ ...one, name: t(names[one.field]) }))} />
      <Group gap={8}>
        <Button loading={take.isPending} onClick={() => take.mutate({ id, ...of.source })}>
          {t('Apply changes')}
        </Button>
        <Button variant="default" onClick={close}>
          {t('Keep current')}
        </Button>
      </Group>
    </>
  )
}
