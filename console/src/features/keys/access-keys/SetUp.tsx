import { Box, Button, Group, Stack } from '@mantine/core'
import { t, Trans } from '#platform/text/text.ts'
import { Anchor } from '#platform/ui/bits/Anchor.tsx'
import { Value } from '#platform/ui/bits/Value.tsx'
import { Panel } from '#platform/ui/over/Panel.tsx'

export default function SetUp({ close }: { close: () => void }) {
  const server = window.location.origin
  return (
    <Panel open title={t('Set up program')} close={close}>
      <Stack className="cv-linked" gap={20}>
        <section>
          <Box component="h3" mb={4} fz={14}>
            {t('API key')}
          </Box>
          <p className="cv-quiet">
            <Trans
              id="Create an <0>API key of type “Clients”</0>. A program needs the key once to register. You can use one key for any number of computers."
              components={[<Anchor key="keys" href="/dashboard/api/keys" />]}
            />
          </p>
        </section>
        <section>
          <Box component="h3" mb={4} fz={14}>
            {t('Browser extension')}
          </Box>
          <p className="cv-quiet">
            {t(
              'For Chromium browsers on Windows, macOS, and Linux. Users tap their card when a website asks for a passkey.',
            )}
          </p>
          <Stack component="ol" className="cv-bullets" gap={8} mt={8}>
            <li>
              <Trans
                id="Download it from <0>Downloads</0>. The package is built for this server."
                components={[<Anchor key="downloads" href="/dashboard/downloads" />]}
              />
            </li>
            <li>{t('Unzip it and load the folder in the browser, or deploy it by policy.')}</li>
            <li>{t('Open the extension settings, and enter the key and a name for the computer.')}</li>
          </Stack>
        </section>
        <section>
          <Box component="h3" mb={4} fz={14}>
            {t('Reader program')}
          </Box>
          <p className="cv-quiet">
            {t('For Linux. A tapped card works as a security key in every browser and program.')}
          </p>
          <Stack component="ol" className="cv-bullets" gap={8} mt={8}>
            <li>
              <Trans
                id="Download it from <0>Downloads</0>. As one file, it works without Node.js; otherwise the computer needs Node.js 22 or later."
                components={[<Anchor key="downloads" href="/dashboard/downloads" />]}
              />
            </li>
            <li>{t('Save the key in a file that only you can read.')}</li>
            <li>
              {t('Start the program on the computer with the reader:')}
              <Value of={`node claviger-reader.mjs --server ${server} --key-file clients.key`} what={t('command')} />
            </li>
          </Stack>
        </section>
        <p className="cv-quiet">
          <Trans
            id="You can download card reader drivers from <0>Downloads</0>."
            components={[<Anchor key="downloads" href="/dashboard/downloads" />]}
          />
        </p>
        <Group gap={0} align="stretch" justify="flex-end" wrap="nowrap">
          <Button data-autofocus onClick={close}>
            {t('Close')}
          </Button>
        </Group>
      </Stack>
    </Panel>
  )
}
