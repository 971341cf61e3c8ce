import classes from './bits.module.css'

const key =
  'M12.9-1h6.2a3.4 3.4 0 0 1 3.4 3.4v9.2a3.4 3.4 0 0 1-3.4 3.4H17.8v5.2h3.7a.8.8 0 0 1 .8.8v1.5a.8.8 0 0 1-.8.8H17.8v2.5h2.5a.8.8 0 0 1 .8.8v1.5a.8.8 0 0 1-.8.8H17.8v3.2a1.8 1.8 0 0 1-3.6 0V15H12.9a3.4 3.4 0 0 1-3.4-3.4V2.4A3.4 3.4 0 0 1 12.9-1ZM14.3 1.7a1 1 0 0 0 0 2h3.4a1 1 0 0 0 0-2h-3.4ZM16 6a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4Z'

export function Mark({ size = 26 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden>
      <rect width="32" height="32" rx="8" fill="#046573" />
      <g fill="#fff" transform="translate(16 16) scale(.78) translate(-17 -15.3)">
        <path fillRule="evenodd" transform="rotate(45 16 16)" d={key} />
      </g>
    </svg>
  )
}

export function Brand({ size = 26 }: { size?: number }) {
  return (
    <span className={classes.brand}>
      <Mark size={size} />
      Claviger
    </span>
  )
}
