import type { Random } from './random.ts'

export interface PersonName {
  first: string
  last: string
}

const cultures: readonly (readonly [string, string])[] = [
  [
    'Amara Chidi Ngozi Emeka Adaeze Tunde Folake Samuel Blessing Kwame Abena Kofi Zainab Ibrahim Yewande Obinna',
    'Okafor Adeyemi Okonkwo Balogun Mensah Owusu Nwosu Eze Abubakar Asante Boateng Oyelaran Danjuma Afolabi Chukwu',
  ],
  [
    'Jonas Ingrid Lars Astrid Erik Freja Nils Sigrid Anders Linnea Henrik Elin Magnus Solveig Björn Maja',
    'Lindqvist Solberg Johansson Nyström Bergström Dahl Haugen Sørensen Åkesson Holm Ekström Lund Hansen Sandvik Söderberg',
  ],
  [
    'Priya Arjun Ananya Rohan Kavya Vikram Meera Sanjay Divya Rahul Lakshmi Aditya Nisha Karthik Deepa Ishaan',
    'Raman Sharma Patel Iyer Krishnan Gupta Nair Reddy Chatterjee Mehta Desai Banerjee Pillai Kulkarni Menon Singh',
  ],
  [
    'Tomasz Hana Katarzyna Petr Agnieszka Marek Zuzana Jakub Magdalena Ondřej Oksana Andrii Jana Paweł Lenka Dmytro',
    'Wieczorek Kovářová Nowak Dvořák Kowalczyk Svoboda Zieliński Horák Shevchenko Bondarenko Wójcik Procházka Mazur Bělohlávek Lewandowski',
  ],
  [
    'Mateo Lucía Diego Sofía Javier Valentina Carlos Camila Andrés Beatriz Rafael Inês João Mariana Álvaro Catarina',
    'Álvarez García Fernández Morales Vargas Ibáñez Castillo Núñez Silva Pereira Oliveira Costa Herrera Muñoz Domínguez',
  ],
  [
    'Yuki Haruto Mei Kenji Sakura Wei Ling Jian Xiuying Hao Minjun Seoyeon Jihoon Thuy Minh Linh',
    'Tanaka Sato Nakamura Kobayashi Chen Wang Zhang Liu Huang Kim Park Choi Nguyen Tran Pham',
  ],
  [
    'Fatima Omar Layla Youssef Nadia Karim Salma Hassan Amina Tariq Samira Khalid Rania Bilal Zahra Mehdi',
    'Benali Hussein Haddad Mansour Khalil Rahimi Farouk Nasser Bouzid Hosseini Karimi Saleh Aziz Qureshi Malik',
  ],
  [
    'Owen Liam Grace Charlotte Harry Emily Declan Niamh Angus Isla Rhys Cerys Patrick Fiona Oliver Hannah',
    'Pritchard O’Connell Murphy Campbell Davies Hughes Thompson Fraser Gallagher MacLeod Bennett Walsh Evans Whitaker Doyle',
  ],
  [
    'Chloé Hugo Camille Étienne Margaux Luca Giulia Marco Chiara Matteo Anke Jürgen Katja Stefan Lotte Pieter',
    'Dubois Moreau Lefèvre Fournier Rossi Bianchi Ferrari Conti Schäfer Müller Hoffmann Krüger van-Dijk de-Vries Janssens',
  ],
  [
    'Ruth David Miriam Eitan Noa Elif Mehmet Ayşe Emre Eleni Nikos Sofia Dimitris Ana Ivan Milica',
    'Abramov Levi Cohen Friedman Rosen Yılmaz Demir Kaya Şahin Papadopoulos Georgiou Nikolaidis Petrović Horvat Kovačević',
  ],
]

const lists = cultures.map(([first, last]) => ({
  first: first.split(' '),
  last: last.split(' ').map(name => name.replace('-', ' ')),
}))

export function nameFrom(chance: Random): PersonName {
  const here = chance.pick(lists)
  const there = chance.next() < 0.12 ? chance.pick(lists) : here
  return { first: chance.pick(here.first), last: chance.pick(there.last) }
}

const inAscii: Record<string, string> = { ø: 'o', ł: 'l', ı: 'i', ß: 'ss', đ: 'd' }

/** Local part of an email for a name: Dr. Amara Okafor → a.okafor */
export function emailOfName({ first, last }: PersonName): string {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .normalize('NFKD')
      .replace(/[øłıßđ]/g, letter => inAscii[letter] ?? letter)
      .replace(/[^a-z0-9 ]/g, '')
  return `${plain(first.replace(/^Dr\. /, '')).charAt(0)}.${plain(last).replaceAll(' ', '')}`
}
