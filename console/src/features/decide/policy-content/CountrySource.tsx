import { countrySource } from '@claviger/contract/decide/countries'
import { Trans } from '#platform/text/text.ts'
import { Anchor } from '#platform/ui/bits/Anchor.tsx'

export const CountrySource = () => (
  <Trans
    id="IP address countries: <0>{name}</0>"
    values={{ name: countrySource.name }}
    components={[<Anchor key="0" href={countrySource.url} target="_blank" rel="noreferrer" />]}
  />
)
