import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("people", "0024_counts"),
    ]

    operations = [
        migrations.CreateModel(
            name="Organisation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[("shop", "Shop"), ("club", "Club"), ("circuit", "Circuit")], max_length=10
                    ),
                ),
                ("name", models.CharField(max_length=100)),
                ("slug", models.CharField(max_length=40, unique=True)),
                ("about", models.TextField(blank=True, max_length=3000)),
                ("website", models.CharField(blank=True, max_length=200)),
                ("place", models.CharField(blank=True, max_length=120)),
                ("band", models.CharField(default="#15161a", max_length=7)),
                ("accent", models.CharField(default="#ffc914", max_length=7)),
                ("logo_mark", models.CharField(blank=True, max_length=16)),
                ("logo_width", models.PositiveIntegerField(default=0)),
                ("logo_height", models.PositiveIntegerField(default=0)),
                ("suspended_at", models.DateTimeField(blank=True, null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.CreateModel(
            name="OrganisationAct",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("act", models.CharField(max_length=20)),
                ("about", models.CharField(blank=True, max_length=200)),
                ("at", models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.CreateModel(
            name="OrganisationInvitation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[("owner", "Owner"), ("organiser", "Organiser"), ("helper", "Helper")],
                        max_length=10,
                    ),
                ),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("nonce", models.CharField(max_length=64)),
                ("note", models.CharField(blank=True, max_length=200)),
                ("email", models.EmailField(blank=True, max_length=254)),
                ("expires_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(blank=True, null=True)),
                ("declined_at", models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name="OrganisationLogo",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("type", models.CharField(max_length=8)),
                ("data", models.BinaryField()),
            ],
        ),
        migrations.AddField(
            model_name="venue",
            name="directions",
            field=models.TextField(blank=True, default="", max_length=1000),
        ),
        migrations.AlterField(
            model_name="accountact",
            name="about",
            field=models.CharField(blank=True, max_length=40),
        ),
        migrations.AlterField(
            model_name="invitation",
            name="role",
            field=models.CharField(
                choices=[
                    ("organiser", "Organiser"),
                    ("co-organiser", "Co-organiser"),
                    ("marshal", "Marshal (head judge)"),
                    ("judge", "Judge"),
                    ("scorekeeper", "Scorekeeper"),
                ],
                max_length=12,
            ),
        ),
        migrations.AlterField(
            model_name="staff",
            name="role",
            field=models.CharField(
                choices=[
                    ("organiser", "Organiser"),
                    ("co-organiser", "Co-organiser"),
                    ("marshal", "Marshal (head judge)"),
                    ("judge", "Judge"),
                    ("scorekeeper", "Scorekeeper"),
                ],
                max_length=12,
            ),
        ),
        migrations.AlterField(
            model_name="venue",
            name="keeper",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="venues",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.CreateModel(
            name="Membership",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[("owner", "Owner"), ("organiser", "Organiser"), ("helper", "Helper")],
                        max_length=10,
                    ),
                ),
                ("since", models.DateTimeField(auto_now_add=True)),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "organisation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="members",
                        to="people.organisation",
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="event",
            name="organisation",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="events",
                to="people.organisation",
            ),
        ),
        migrations.AddField(
            model_name="venue",
            name="organisation",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="venues",
                to="people.organisation",
            ),
        ),
        migrations.AddConstraint(
            model_name="venue",
            constraint=models.UniqueConstraint(
                fields=("organisation", "name"), name="organisation_venue_name"
            ),
        ),
        migrations.AddField(
            model_name="organisationact",
            name="account",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="organisationact",
            name="by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="organisationact",
            name="organisation",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="acts", to="people.organisation"
            ),
        ),
        migrations.AddField(
            model_name="organisationinvitation",
            name="created_by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="organisationinvitation",
            name="organisation",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="invitations",
                to="people.organisation",
            ),
        ),
        migrations.AddField(
            model_name="organisationinvitation",
            name="used_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="organisationlogo",
            name="organisation",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE, related_name="logo", to="people.organisation"
            ),
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.UniqueConstraint(fields=("organisation", "account"), name="membership_once"),
        ),
        migrations.AddIndex(
            model_name="organisationact",
            index=models.Index(fields=["organisation", "-id"], name="organisation_act"),
        ),
    ]
