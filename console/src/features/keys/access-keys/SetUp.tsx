import { Button } from '@mantine/core'
import { t, Trans } from '../../../ground/text/text.ts'
import { Anchor } from '../../../ground/ui/bits/Anchor.tsx'
import { Value } from '../../../ground/ui/bits/Value.tsx'
import { Panel } from '../../../ground/ui/over/Panel.tsx'
import classes from './programs.module.css'

/** How the two programs that come with the product are installed and registered. */
export default function SetUp({ close }: { close: () => void }) {
  const server = window.location.origin
  return (
    <Panel open title={t('Set up a program')} close={close}>
      <div className={classes.parts}>
        <section>
          <h3>{t('First, a key')}</h3>
          <p>
            <Trans
              id="Create an <0>API key of type Clients</0>. A program needs it once, to register; one key serves any number of computers."
              components={[<Anchor key="keys" href="/dashboard/api/keys" />]}
            />
          </p>
        </section>
        <section>
          <h3>{t('Browser extension')}</h3>
          <p>
            {t(
              'For Chromium browsers on Windows, macOS and Linux: a tapped card answers wherever a site asks for a passkey.',
            )}
          </p>
          <ol>
            <li>
              <Trans
                id="Get it under <0>Downloads</0>: it is packed for this server."
                components={[<Anchor key="downloads" href="/dashboard/downloads" />]}
              />
            </li>
            <li>{t('Unpack it and load the folder in the browser, or hand it out by policy.')}</li>
            <li>{t('Open its settings, enter the key and a name for the computer.')}</li>
          </ol>
        </section>
        <section>
          <h3>{t('Reader program')}</h3>
          <p>{t('For Linux: a tapped card appears as a security key that every browser and program can use.')}</p>
          <ol>
            <li>
              <Trans
                id="Get it under <0>Downloads</0>. The computer needs Node 22 or newer."
                components={[<Anchor key="downloads" href="/dashboard/downloads" />]}
              />
            </li>
            <li>{t('Put the key into a file that only you can read.')}</li>
            <li>
              {t('Start it beside the reader:')}
              <Value of={`node claviger-reader.mjs --server ${server} --key-file clients.key`} what={t('command')} />
            </li>
          </ol>
        </section>
        <p>
          <Trans
            id="Drivers of card readers are under <0>Downloads</0>."
            components={[<Anchor key="downloads" href="/dashboard/downloads" />]}
          />
        </p>
        <div className={classes.foot}>
          <Button data-autofocus onClick={close}>
            {t('Close')}
          </Button>
        </div>
      </div>
    </Panel>
  )
}
