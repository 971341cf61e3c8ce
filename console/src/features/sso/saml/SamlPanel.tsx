import { Certificates } from './Certificates.tsx'
import { Metadata } from './Metadata.tsx'
import classes from './saml.module.css'

/** What only SAML applications have: its metadata, and the certificate by which we sign for it. */
export function SamlPanel({ id, may }: { id: string; may: boolean }) {
  return (
    <div className={classes.panel}>
      {may && <Metadata id={id} />}
      <Certificates id={id} may={may} />
    </div>
  )
}
