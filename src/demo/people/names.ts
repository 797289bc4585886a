import type { Dice } from '#demo/dice.ts';

const FIRST =
  'Ada Alma Amos Anita Arlo Asa Bea Bertram Bianca Caleb Carmen Cecil Chidi Clara Cora Cyrus Dahlia Darius Delia Desmond Dora Edith Elias Elena Emeka Enid Esme Ezra Faye Felix Flora Gideon Greta Gus Hana Harlan Hazel Hugo Ida Imani Ines Ira Iris Isaac Jada Jasper Joan Jonah Judith Kai Keiko Lars Leah Leon Lila Linus Lorna Luz Mabel Malik Marta Maya Milo Mina Nadia Ned Nell Nico Nora Odell Olive Omar Opal Oscar Otis Pearl Percy Petra Priya Quinn Rafael Rhea Rosa Rufus Ruth Sadie Samir Saul Selma Silas Simone Soren Stella Tamar Theo Thora Tomas Una Vera Victor Viola Wade Wanda Wes Willa Xavier Yara Yusuf Zadie Zora'.split(
    ' ',
  );
const LAST =
  'Abbott Acosta Adeyemi Alder Ames Archer Baird Banerjee Barlow Beck Benitez Birch Blythe Boyd Brandt Briggs Calloway Carrow Castillo Chandra Chen Clay Cobb Colley Cortez Crane Dahl Daly Dawes Delgado Doyle Drake Eaton Ekberg Ellis Emerson Fabian Farrow Finch Flores Frost Fuentes Gale Garza Gentry Goss Grady Gupta Haas Hale Hardin Harlow Hayes Hess Hobbs Holt Ibarra Ingram Ito Jarvis Jensen Juarez Kane Keller Kemp Khan Kim Kirby Lam Larkin Leal Lindgren Lowe Lund Maddox Malone Marsh Mehta Mercado Mills Moss Nash Navarro Nguyen Nolan Novak Oakes Ochoa Odom Okafor Olsen Ortiz Page Park Patel Payne Pierce Pruitt Quigley Ramos Rao Reyes Rhodes Roper Rowe Ruiz Salas Sato Shaw Silva Singh Sloan Sosa Stark Stone Sutton Tate Thorne Tran Turner Underhill Vance Vega Voss Walden Ward Webb West Wilder Wolfe Wyatt Yates York Young Zamora Ziegler'.split(
    ' ',
  );
const STREETS =
  'Alder Lane,Barton Hills Drive,Bluebonnet Trail,Cedar Elm Court,Clover Ridge,Congress Avenue,Duval Street,East 5th Street,Enfield Road,Guadalupe Street,Harris Avenue,Hyde Park Place,Juniper Street,Kinney Avenue,Lamar Boulevard,Live Oak Street,Manor Road,Mesquite Bend,Oltorf Street,Pecan Grove,Pedernales Street,Red River Street,Rosewood Avenue,Shoal Creek Boulevard,South 1st Street,Speedway,Travis Heights,Willow Creek Drive,Windsor Road,Zilker Park Drive'.split(
    ',',
  );
const CITIES: [city: string, state: string, zips: number][] = [
  ['Austin', 'TX', 78701],
  ['Austin', 'TX', 78741],
  ['Austin', 'TX', 78745],
  ['Round Rock', 'TX', 78664],
  ['Cedar Park', 'TX', 78613],
  ['San Marcos', 'TX', 78666],
  ['Georgetown', 'TX', 78626],
  ['Dripping Springs', 'TX', 78620],
  ['San Antonio', 'TX', 78205],
  ['Houston', 'TX', 77007],
  ['Dallas', 'TX', 75208],
  ['Waco', 'TX', 76701],
];

export interface Address {
  street: string;
  city: string;
  state: string;
  zip: string;
}

export function anyName(dice: Dice): string {
  return `${dice.pick(FIRST)} ${dice.pick(LAST)}`;
}

export function anyAddress(dice: Dice): Address {
  const [city, state, zip] = dice.pick(CITIES);
  return {
    street: `${dice.int(101, 9899)} ${dice.pick(STREETS)}`,
    city,
    state,
    zip: String(zip + dice.int(0, 3)),
  };
}

/** Numbers that belong to nobody: 555-0100 to 555-0199. */
export const anyPhone = (dice: Dice): string => `(512) 555-01${String(dice.int(0, 99)).padStart(2, '0')}`;

export const emailOf = (name: string, host: string): string =>
  `${name.toLowerCase().replace(/[^a-z]+/g, '.')}@${host}`;
