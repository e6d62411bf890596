CREATE TABLE "sealing_probe" (
	"one" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"sealed" text NOT NULL,
	CONSTRAINT "sealing_probe_one" CHECK ("sealing_probe"."one" = 1)
);
