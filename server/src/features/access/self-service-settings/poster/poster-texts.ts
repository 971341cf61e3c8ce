import type { posterLanguages } from '@claviger/contract/platform/languages'

export type PosterLanguage = (typeof posterLanguages)[number]

interface PosterWords {
  enroll: string
  recover: string
  both: string
  steps: { open: string; tap: string; pin: string; done: string }
}

export const posterWords: Record<PosterLanguage, PosterWords> = {
  en: {
    enroll: 'Set up your card',
    recover: 'Choose a new PIN',
    both: 'Set up your card, or choose a new PIN',
    steps: {
      open: 'Scan the code with your phone, or open the address on a computer.',
      tap: 'Tap your card and say who you are.',
      pin: 'Choose a PIN. Your card is ready.',
      done: 'Confirm. Your card is ready.',
    },
  },
  de: {
    enroll: 'Richten Sie Ihre Karte ein',
    recover: 'Wählen Sie eine neue PIN',
    both: 'Karte einrichten oder neue PIN wählen',
    steps: {
      open: 'Scannen Sie den Code mit dem Telefon, oder öffnen Sie die Adresse an einem Computer.',
      tap: 'Halten Sie Ihre Karte an das Lesegerät und sagen Sie, wer Sie sind.',
      pin: 'Wählen Sie eine PIN. Ihre Karte ist bereit.',
      done: 'Bestätigen Sie. Ihre Karte ist bereit.',
    },
  },
  fr: {
    enroll: 'Configurez votre carte',
    recover: 'Choisissez un nouveau code PIN',
    both: 'Configurez votre carte ou choisissez un nouveau code PIN',
    steps: {
      open: 'Scannez le code avec votre téléphone, ou ouvrez l’adresse sur un ordinateur.',
      tap: 'Présentez votre carte et indiquez qui vous êtes.',
      pin: 'Choisissez un code PIN. Votre carte est prête.',
      done: 'Confirmez. Votre carte est prête.',
    },
  },
  es: {
    enroll: 'Configure su tarjeta',
    recover: 'Elija un nuevo PIN',
    both: 'Configure su tarjeta o elija un nuevo PIN',
    steps: {
      open: 'Escanee el código con su teléfono o abra la dirección en un ordenador.',
      tap: 'Acerque su tarjeta y diga quién es.',
      pin: 'Elija un PIN. Su tarjeta está lista.',
      done: 'Confirme. Su tarjeta está lista.',
    },
  },
  nl: {
    enroll: 'Stel uw kaart in',
    recover: 'Kies een nieuwe pincode',
    both: 'Stel uw kaart in of kies een nieuwe pincode',
    steps: {
      open: 'Scan de code met uw telefoon, of open het adres op een computer.',
      tap: 'Houd uw kaart tegen de lezer en zeg wie u bent.',
      pin: 'Kies een pincode. Uw kaart is klaar.',
      done: 'Bevestig. Uw kaart is klaar.',
    },
  },
  pl: {
    enroll: 'Skonfiguruj swoją kartę',
    recover: 'Wybierz nowy PIN',
    both: 'Skonfiguruj kartę lub wybierz nowy PIN',
    steps: {
      open: 'Zeskanuj kod telefonem lub otwórz adres na komputerze.',
      tap: 'Przyłóż kartę i podaj, kim jesteś.',
      pin: 'Wybierz PIN. Karta jest gotowa.',
      done: 'Potwierdź. Karta jest gotowa.',
    },
  },
}
